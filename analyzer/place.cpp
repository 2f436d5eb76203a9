#include "analyzer/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/breach.hpp"
#include "analyzer/convention.hpp"
#include "analyzer/execution_unit.hpp"

namespace mansard::analyzer {
namespace {

using ceilings::Line;
using ceilings::Mix;
using ceilings::View;

bool is_of_cpu(const ceilings::Ceilings* ceilings) {
    return ceilings != nullptr &&
           std::ranges::any_of(ceilings->roofs, [](const auto& roof) { return roof.target.device == "cpu"; });
}

std::optional<double> written_part(const ByteCount& bytes) {
    if (!bytes.read || !bytes.written) return std::nullopt;
    return quotient(*bytes.written, *bytes.read + *bytes.written);
}

Mix as_mix(const Line& line) {
    return {.first = &line, .value = line.value, .interval = line.interval};
}

}  // namespace

Placer::Placer(const ceilings::Ceilings* ceilings, const Settings& settings, std::optional<Scope> scope,
               std::pmr::memory_resource* arena)
    : ceilings_(ceilings),
      settings_(settings),
      scope_(scope),
      arena_(arena),
      assumed_dtype_text_(
          fmt::format("FLOPs are of unknown type: {} is assumed", name_of(settings.unknown_dtype()))),
      threads_matter_(is_of_cpu(ceilings)) {}

const View& Placer::view_of(const Point& point) {
    std::optional<int> threads = point.threads;
    if (scope_) threads = *scope_ == Scope::core ? std::optional(1) : std::nullopt;
    const int key = threads.value_or(0);
    const auto found = views_.find(key);
    return found != views_.end() ? found->second
                                 : views_.emplace(key, View(*ceilings_, threads)).first->second;
}

void Placer::add_component(PlacedPoint& placed, std::optional<Level> level, const Mix& roof, double rate,
                           double seconds) {
    Usage::Entry& used = usage_.record(roof, rate);
    current_.push_back(&used.roof);
    placed.components.push_back({.level = level,
                                 .roof = rate,
                                 .roof_id = used.id,
                                 .seconds = std::isfinite(seconds) ? OptionalNumber(seconds) : std::nullopt});
}

Dtype Placer::dtype_for(const PlacedPoint& placed, const FlopCount& flops, const View& view) {
    if (flops.dtype != Dtype::unknown) return flops.dtype;
    const Dtype assumed = settings_.unknown_dtype();
    const Line* highest = view.highest_compute(assumed, flops.engine);
    if (highest == nullptr) {
        // Accelerators have none of f64: the widest type that they have.
        for (const Dtype narrower : {Dtype::f32, Dtype::f16, Dtype::bf16}) {
            if (view.compute(narrower, flops.engine) == nullptr) continue;
            usage_.assume("dtype_assumed",
                          fmt::format("FLOPs are of unknown type, and there is no {} roof: {} is assumed",
                                      name_of(assumed), name_of(narrower)),
                          "name the type in the profile: flops_f32, flops_f16");
            return narrower;
        }
    }
    const double seconds = placed.point.seconds.value_or(0);
    // Faster than that type can be: it is a narrower one.
    const bool too_fast =
        highest != nullptr && flops.count > settings_.above_roof_margin() * highest->upper() * seconds;
    if (seconds > 0 && too_fast && view.compute(Dtype::f32, flops.engine) != nullptr) {
        usage_.assume("dtype_f32_assumed", "FLOPs are of unknown type and too many for f64: f32 is assumed",
                      "name the type in the profile: flops_f32");
        return Dtype::f32;
    }
    usage_.assume("dtype_assumed", assumed_dtype_text_, "name the type in the profile: flops_f64, flops_f32");
    return assumed;
}

void Placer::place_compute(PlacedPoint& placed, const View& view, std::string& missing) {
    if (placed.point.flops.empty()) return append_reason(missing, "its FLOPs are unknown");
    struct Unit {
        double flops = 0, seconds = 0;
        const Line* line = nullptr;  ///< of the type that takes longest
        double line_seconds = 0;
        bool mixed = false;  ///< several types, each under a roof of its own
    };
    std::array<Unit, execution_units> units{};
    bool known = true;
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.count <= 0) continue;
        const Dtype dtype = dtype_for(placed, flops, view);
        const Line* line = view.compute(dtype, flops.engine);
        if (line == nullptr) {
            append_reason(missing, view.why_no_compute(dtype));
            known = false;
            continue;
        }
        Unit& unit = units[execution_unit(*line, flops.engine, dtype)];
        const double seconds = flops.count / line->value;
        unit.flops += flops.count;
        unit.seconds += seconds;
        unit.mixed = unit.mixed || (unit.line != nullptr && unit.line != line);
        if (unit.line == nullptr || seconds > unit.line_seconds)
            unit.line = line, unit.line_seconds = seconds;
    }
    const Unit& unit = *std::max_element(units.begin(), units.end(),
                                         [](const Unit& a, const Unit& b) { return a.seconds < b.seconds; });
    if (unit.line == nullptr) {
        if (!known) placed.components.push_back({}), current_.push_back(nullptr);
        return;
    }
    add_component(placed, std::nullopt, as_mix(*unit.line), unit.line->value, unit.seconds);
    if (!unit.mixed) return;
    // The rate at which all types together would run is no roof of the machine: it is this point's alone, and
    // every type's own is listed.
    placed.components.back().roof = quotient(unit.flops, unit.seconds);
    placed.components.back().roof_id = {};
    std::vector<const Line*> listed{unit.line};
    const auto the_unit = static_cast<std::size_t>(&unit - units.data());
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.count <= 0) continue;
        const Dtype dtype = dtype_for(placed, flops, view);
        const Line* line = view.compute(dtype, flops.engine);
        if (line == nullptr || execution_unit(*line, flops.engine, dtype) != the_unit ||
            std::find(listed.begin(), listed.end(), line) != listed.end())
            continue;
        listed.push_back(line);
        usage_.record(as_mix(*line), line->value);
    }
}

void Placer::place_bytes(PlacedPoint& placed, const ByteCount& bytes, const View& view,
                         std::string& missing) {
    if (bytes.count <= 0) return;
    const Mix roof = view.bandwidth(bytes.level, convention_of(bytes), written_part(bytes));
    if (roof.first == nullptr) {
        placed.components.push_back({.level = bytes.level});
        current_.push_back(nullptr);
        if (bytes.level == outermost)
            append_reason(missing, view.why_no_bandwidth(bytes.level));
        else
            append_reason(placed.reason, view.why_no_bandwidth(bytes.level));
        return;
    }
    if (!roof.mix_known)
        usage_.assume("mix_assumed",
                      "Reads and writes are not told apart at some level: the best ordinary (not "
                      "non-temporal) pattern is its roof",
                      "give bytes_<level>_read and bytes_<level>_written");
    add_component(placed, bytes.level, roof, roof.value, bytes.count / roof.value);
}

void Placer::look_for_breach(PlacedPoint& placed) {
    // Nothing beyond its own roof can be beyond the highest one.
    if (!is_beyond_a_roof(placed)) return;
    const std::string text = breach(placed, view_of(placed.point), settings_.above_roof_margin());
    if (text.empty()) return;
    placed.status = PlacementStatus::above_roof;
    append_reason(placed.reason, text);
}

PlacedPoint Placer::place(Point&& point) {
    PlacedPoint placed = start_placement(std::move(point), ceilings_ != nullptr, arena_);
    usage_.start_point();
    if (!is_placeable(placed, ceilings_ != nullptr)) return placed;
    if (threads_matter_ && !placed.point.threads && !scope_)
        usage_.assume("threads_unknown", "Threads are unknown: the whole device's roofs are used",
                      "give a threads column, or --scope core");
    const View& view = view_of(placed.point);
    current_.clear();
    placed.components.reserve(placed.point.bytes.size() + 1);
    std::string missing;
    place_compute(placed, view, missing);
    bool outermost_known = false;
    for (const ByteCount& bytes : placed.point.bytes) {
        outermost_known = outermost_known || bytes.level == outermost;
        place_bytes(placed, bytes, view, missing);
    }
    if (!outermost_known) append_reason(missing, fmt::format("its {} bytes are unknown", name_of(outermost)));
    if (const auto bound = conclude(placed, missing)) ++current_[*bound]->bound;
    look_for_breach(placed);
    return placed;
}

PlacedPoint Placer::place_sum(Point&& sum, const std::vector<Component>& components, std::string missing) {
    PlacedPoint placed = start_placement(std::move(sum), ceilings_ != nullptr, arena_);
    if (!is_placeable(placed, ceilings_ != nullptr)) return placed;
    placed.components.assign(components.begin(), components.end());
    if (placed.point.flops.empty()) append_reason(missing, "its FLOPs are unknown");
    const auto& bytes = placed.point.bytes;
    if (std::none_of(bytes.begin(), bytes.end(), [](const ByteCount& b) { return b.level == outermost; }))
        append_reason(missing, fmt::format("its {} bytes are unknown", name_of(outermost)));
    conclude(placed, missing);
    look_for_breach(placed);
    return placed;
}

}  // namespace mansard::analyzer
