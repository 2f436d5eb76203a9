#include "ceilings/physics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "core/embedded.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr std::string_view folder = "configs/datasheets/cpu/";

bool matches(const Json& match, const Machine& machine, const std::string& where) {
    if (string_member(match, "vendor", where) != machine.cpu_vendor) return false;
    if (int_member(match, "family", where) != machine.cpu_family) return false;
    const Json& ranges = member(match, "models", where);
    return std::any_of(ranges.begin(), ranges.end(), [&](const Json& range) {
        return range.at(0).get<int>() <= machine.cpu_model_number &&
               machine.cpu_model_number <= range.at(1).get<int>();
    });
}

/// object[a][b] as a number, nothing where either is missing.
std::optional<double> nested(const Json& object, std::string_view a, std::string_view b) {
    const auto outer = object.find(a);
    if (outer == object.end()) return std::nullopt;
    return optional_number(*outer, b, std::string(folder));
}

std::optional<double> element_bytes(std::optional<Dtype> dtype) {
    if (dtype == Dtype::f64) return 8;
    if (dtype == Dtype::f32) return 4;
    return std::nullopt;
}

std::optional<double> flop_limit(const Json& row, const Target& target) {
    const auto bytes = element_bytes(target.dtype);
    if (!bytes || !target.op || target.engine == Engine::matrix) return std::nullopt;
    const auto per_lane = nested(row, "flop_per_lane", name_of(*target.op));
    if (!per_lane) return std::nullopt;
    const double vector_bytes = number_member(row, "vector_bytes", std::string(folder));
    return *per_lane * (vector_bytes > 0 ? vector_bytes / *bytes : 1);
}

std::optional<double> byte_limit(const Json& sheet, const Json& row, const Target& target, const Work& work) {
    const double total = work.read_bytes + work.written_bytes;
    if (work.nontemporal || total <= 0) return std::nullopt;
    if (target.level == Level::L2) return work.written_bytes > 0 ? std::nullopt : nested(sheet, "L2", "load");
    if (target.level != Level::L1) return std::nullopt;
    const auto load = nested(row, "L1", "load");
    const auto store = nested(row, "L1", "store");
    if (!load || !store) return std::nullopt;
    // Loads and stores have their own ports: whichever needs more cycles for an element decides.
    return total / std::max(work.read_bytes / *load, work.written_bytes / *store);
}

}  // namespace

std::optional<Datasheet> find_datasheet(const Machine& machine) {
    for (const EmbeddedFile& file : embedded_files()) {
        if (!file.path.starts_with(folder)) continue;
        const std::string path(file.path);
        Json content = parse_json(file.content(), path);
        if (matches(member(content, "match", path), machine, path))
            return Datasheet{path.substr(folder.size()), std::move(content)};
    }
    return std::nullopt;
}

std::optional<Limit> limit_per_cycle(const Datasheet& datasheet, const Target& target, const Work& work) {
    if (!target.isa) return std::nullopt;
    const Json& rows = member(datasheet.content, "isa", datasheet.name);
    const auto row = rows.find(name_of(*target.isa));
    if (row == rows.end()) return std::nullopt;
    std::optional<double> value;
    if (target.kind == Kind::compute)
        value = flop_limit(*row, target);
    else if (target.kind == Kind::bandwidth)
        value = byte_limit(datasheet.content, *row, target, work);
    if (!value) return std::nullopt;
    return Limit{*value, fmt::format("{}: {} {} per cycle and core", datasheet.name, plain(*value),
                                     target.kind == Kind::compute ? "FLOP" : "B")};
}

std::optional<double> reached_alone(const Datasheet& datasheet, const Target& target, const Work& work) {
    const auto alone = datasheet.content.find("alone");
    if (alone == datasheet.content.end() || !target.isa) return std::nullopt;
    if (target.kind == Kind::compute) {
        const auto limit = limit_per_cycle(datasheet, target, work);
        const auto share = optional_number(*alone, "arithmetic", datasheet.name);
        return limit && share ? std::optional(limit->value * *share) : std::nullopt;
    }
    if (target.kind != Kind::bandwidth || !target.level || !target.pattern ||
        string_member(*alone, "isa", datasheet.name) != name_of(*target.isa))
        return std::nullopt;
    return nested(*alone, name_of(*target.level), name_of(*target.pattern));
}

void apply_limit(Roof& roof, const Datasheet& datasheet, const Work& work) {
    if (!roof.value || !roof.clock_hz || !roof.per_cycle) return;
    const auto per_cycle = limit_per_cycle(datasheet, roof.target, work);
    if (!per_cycle) return;
    roof.limit = Limit{per_cycle->value * *roof.clock_hz * roof.target.threads, per_cycle->source};
    roof.fraction = *roof.value / roof.limit->value;
    if (*roof.per_cycle > per_cycle->value * (1 + limit_tolerance))
        mark_suspect(roof, fmt::format("{} per cycle and core is above the limit of {}",
                                       plain(*roof.per_cycle), per_cycle->source));
}

}  // namespace mansard::ceilings
