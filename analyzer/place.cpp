#include "analyzer/place.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "analyzer/breach.hpp"

namespace mansard::analyzer {
namespace {

using ceilings::Convention;
using ceilings::Line;
using ceilings::Mix;
using ceilings::View;

/// A placement without it says nothing about what bounds a point: whatever is missed may come from there.
constexpr Level outermost = Level::DRAM;

Convention convention_of(const ByteCount& bytes) {
    return bytes.basis == Basis::traffic ? Convention::bus : Convention::architectural;
}

std::optional<double> written_part(const ByteCount& bytes) {
    if (!bytes.read || !bytes.written) return std::nullopt;
    return quotient(*bytes.written, *bytes.read + *bytes.written);
}

void append(std::string& text, std::string_view more) {
    if (!text.empty()) text += "; ";
    text += more;
}

void append(Label& reason, std::string_view more) {
    std::string text = reason.str();
    append(text, more);
    reason = Label(std::move(text));
}

/// The sum of all types, and the rate; what overflows is left out and said.
void derive_rates(PlacedPoint& placed) {
    const Point& point = placed.point;
    if (point.flops.empty()) return;
    double sum = 0;
    for (const FlopCount& flops : point.flops) sum += flops.count;
    if (!std::isfinite(sum)) {
        append(placed.reason, "the sum of the FLOPs is beyond the range of numbers and left out");
        return;
    }
    placed.flops = sum;
    if (!point.seconds || *point.seconds <= 0) return;
    placed.rate = quotient(sum, *point.seconds);
    if (!placed.rate) append(placed.reason, "FLOP/s is beyond the range of numbers and left out");
}

bool has_work(const Point& point) {
    return std::any_of(point.flops.begin(), point.flops.end(), [](const auto& f) { return f.count > 0; }) ||
           std::any_of(point.bytes.begin(), point.bytes.end(), [](const auto& b) { return b.count > 0; });
}

}  // namespace

std::optional<double> quotient(double a, double b) {
    const double value = a / b;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Placer::Placer(const ceilings::Ceilings* ceilings, const Settings& settings, std::optional<Scope> scope,
               std::pmr::memory_resource* arena)
    : ceilings_(ceilings), settings_(settings), scope_(scope), arena_(arena) {}

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
    current_.push_back(&usage_.record(roof, rate));
    placed.components.push_back({.level = level,
                                 .roof = rate,
                                 .roof_id = usage_.id_of(*roof.first->roof),
                                 .seconds = std::isfinite(seconds) ? std::optional(seconds) : std::nullopt});
}

Dtype Placer::dtype_for(const PlacedPoint& placed, const FlopCount& flops, const View& view) {
    if (flops.dtype != Dtype::unknown) return flops.dtype;
    const Dtype assumed = settings_.unknown_dtype();
    const Line* highest = view.highest_compute(assumed, flops.engine);
    const double seconds = placed.point.seconds.value_or(0);
    // Faster than that type can be: it is a narrower one.
    const bool too_fast =
        highest != nullptr && flops.count > settings_.above_roof_margin() * highest->upper() * seconds;
    if (seconds > 0 && too_fast && view.compute(Dtype::f32, flops.engine) != nullptr) {
        usage_.assume("dtype_f32_assumed", "FLOPs are of unknown type and too many for f64: f32 is assumed",
                      "name the type in the profile: flops_f32");
        return Dtype::f32;
    }
    usage_.assume("dtype_assumed", fmt::format("FLOPs are of unknown type: {} is assumed", name_of(assumed)),
                  "name the type in the profile: flops_f64, flops_f32");
    return assumed;
}

void Placer::place_compute(PlacedPoint& placed, const View& view, std::string& missing) {
    if (placed.point.flops.empty()) return append(missing, "its FLOPs are unknown");
    // Number types share the vector units, so their times add; matrix units work beside them.
    struct Unit {
        double flops = 0, seconds = 0;
        const Line* line = nullptr;
        double line_seconds = 0;
    };
    std::array<Unit, 2> units{};
    bool known = true;
    for (const FlopCount& flops : placed.point.flops) {
        if (flops.count <= 0) continue;
        const Dtype dtype = dtype_for(placed, flops, view);
        const Line* line = view.compute(dtype, flops.engine);
        if (line == nullptr) {
            append(missing, view.why_no_compute(dtype));
            known = false;
            continue;
        }
        Unit& unit = units[flops.engine == Engine::matrix ? 1 : 0];
        const double seconds = flops.count / line->value;
        unit.flops += flops.count;
        unit.seconds += seconds;
        if (unit.line == nullptr || seconds > unit.line_seconds)
            unit.line = line, unit.line_seconds = seconds;
    }
    const Unit& unit = units[units[1].seconds > units[0].seconds ? 1 : 0];
    if (unit.line == nullptr) {
        if (!known) placed.components.push_back({}), current_.push_back(nullptr);
        return;
    }
    const Mix roof{.first = unit.line, .value = unit.line->value, .interval = unit.line->interval};
    // With one type that is its roof, with several the rate at which all together would run.
    add_component(placed, std::nullopt, roof, quotient(unit.flops, unit.seconds).value_or(unit.line->value),
                  unit.seconds);
}

void Placer::place_bytes(PlacedPoint& placed, const ByteCount& bytes, const View& view,
                         std::string& missing) {
    if (bytes.count <= 0) return;
    const Mix roof = view.bandwidth(bytes.level, convention_of(bytes), written_part(bytes));
    if (roof.first == nullptr) {
        placed.components.push_back({.level = bytes.level});
        current_.push_back(nullptr);
        if (bytes.level == outermost)
            append(missing, view.why_no_bandwidth(bytes.level));
        else
            append(placed.reason, view.why_no_bandwidth(bytes.level));
        return;
    }
    if (!roof.mix_known)
        usage_.assume("mix_assumed",
                      "Reads and writes are not told apart at some level: the best ordinary (not "
                      "non-temporal) pattern is its roof",
                      "give bytes_<level>_read and bytes_<level>_written");
    add_component(placed, bytes.level, roof, roof.value, bytes.count / roof.value);
}

void Placer::find_bound(PlacedPoint& placed, const std::string& missing) {
    std::optional<std::size_t> largest;
    for (std::size_t i = 0; i < placed.components.size(); ++i) {
        const auto& seconds = placed.components[i].seconds;
        if (seconds && (!largest || *seconds > *placed.components[*largest].seconds)) largest = i;
    }
    if (!largest) {
        if (placed.status == PlacementStatus::placed) placed.status = PlacementStatus::no_roofs;
        append(placed.reason, missing.empty() ? "no roof fits" : std::string_view(missing));
        return;
    }
    Component& bound = placed.components[*largest];
    const double least = *bound.seconds;
    if (placed.flops && *placed.flops > 0) {
        placed.attainable = quotient(*placed.flops, least);
    } else if (placed.flops && bound.level) {
        placed.attainable = bound.roof;
    }
    if (placed.point.seconds && *placed.point.seconds > 0) {
        placed.efficiency = quotient(least, *placed.point.seconds);
        placed.headroom_seconds = *placed.point.seconds - least;
        if (!placed.efficiency)
            append(placed.reason, "the efficiency is beyond the range of numbers and left out");
    }
    if (!missing.empty()) {
        if (placed.status == PlacementStatus::placed) placed.status = PlacementStatus::incomplete;
        append(placed.reason, missing + ": the bound is unknown, the efficiency a lower bound");
        return;
    }
    bound.bound = true;
    placed.bound = bound.name();
    ++current_[*largest]->bound;
}

PlacedPoint Placer::place(Point&& point) {
    PlacedPoint placed{.point = std::move(point),
                       .status = PlacementStatus::placed,
                       .components = std::pmr::vector<Component>(arena_)};
    usage_.start_point();
    derive_rates(placed);
    const bool timed = placed.point.seconds && *placed.point.seconds > 0;
    if (!timed) {
        placed.status = PlacementStatus::no_time;
        append(placed.reason, placed.point.seconds ? "its time is 0 s" : "the profile gives it no time");
    } else if (!has_work(placed.point)) {
        placed.status = PlacementStatus::no_work;
        append(placed.reason, placed.point.flops.empty() && placed.point.bytes.empty()
                                  ? "neither FLOPs nor bytes are known"
                                  : "it has 0 FLOP and 0 B as far as is known");
        return placed;
    } else if (ceilings_ == nullptr) {
        placed.status = PlacementStatus::no_roofs;
        return placed;
    }
    if (ceilings_ == nullptr || !has_work(placed.point)) return placed;
    if (!placed.point.threads && !scope_)
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
    if (!outermost_known) append(missing, fmt::format("its {} bytes are unknown", name_of(outermost)));
    find_bound(placed, missing);
    // Nothing beyond its own roof can be beyond the highest one.
    const bool over = std::any_of(
        placed.components.begin(), placed.components.end(),
        [&](const Component& c) { return timed && c.seconds.value_or(HUGE_VAL) > *placed.point.seconds; });
    if (over) {
        const std::string text = breach(placed, view, settings_.above_roof_margin());
        if (!text.empty()) {
            placed.status = PlacementStatus::above_roof;
            append(placed.reason, text);
        }
    }
    return placed;
}

}  // namespace mansard::analyzer
