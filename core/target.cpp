#include "core/target.hpp"

#include <fmt/format.h>

#include "core/json.hpp"

namespace mansard {

std::string roof_id(const Target& target) {
    std::string id = target.device;
    const auto add = [&id](std::string_view part) { id += '.', id += part; };
    add(name_of(target.scope));
    if (target.scope == Scope::cores) id += std::to_string(target.threads);
    if (target.cpu_node && target.memory_node)
        id += fmt::format("{}_{}", *target.cpu_node, *target.memory_node);
    add(name_of(target.kind));
    if (target.dtype) add(name_of(*target.dtype));
    // Only for arithmetic is the instruction set part of what is measured; elsewhere it is the means.
    if (target.isa &&
        (target.kind == Kind::compute || target.kind == Kind::ridge || target.kind == Kind::pipeline))
        add(name_of(*target.isa));
    if (target.op) add(name_of(*target.op));
    if (target.level) add(name_of(*target.level));
    if (target.pattern) add(name_of(*target.pattern));
    if (target.intensity) add(fmt::format("{:g}", *target.intensity));
    if (target.condition) add(name_of(*target.condition));
    if (target.in_flight_bytes) add(fmt::format("{:g}KiB_in_flight", *target.in_flight_bytes / 1024));
    if (target.stages) add(fmt::format("{}x{:g}KiB", *target.stages, target.tile_bytes.value_or(0) / 1024));
    if (target.peer) add(fmt::format("cuda:{}", *target.peer));
    return id;
}

std::string unit_of(const Target& target) {
    switch (target.kind) {
        case Kind::bandwidth:
        case Kind::pipeline:
            return "B/s";
        case Kind::latency:
            return "s";
        default:
            break;
    }
    const bool integer = target.dtype && (*target.dtype == Dtype::i8 || *target.dtype == Dtype::i4 ||
                                          *target.dtype == Dtype::i32);
    return integer ? "OP/s" : "FLOP/s";
}

Json to_json(const Target& target) {
    Json object{{"device", target.device},
                {"kind", std::string(name_of(target.kind))},
                {"dtype", name_or_null(target.dtype)},
                {"isa", name_or_null(target.isa)},
                {"engine", name_or_null(target.engine)},
                {"op", name_or_null(target.op)},
                {"level", name_or_null(target.level)},
                {"pattern", name_or_null(target.pattern)},
                {"intensity", target.intensity ? Json(*target.intensity) : Json()},
                {"scope", std::string(name_of(target.scope))},
                // Another tool's roof of all cores may not say how many they are.
                {"threads", target.threads > 0 ? Json(target.threads) : Json()}};
    if (target.condition) object["condition"] = std::string(name_of(*target.condition));
    if (target.in_flight_bytes) object["in_flight_bytes"] = *target.in_flight_bytes;
    if (target.stages) object["stages"] = *target.stages;
    if (target.tile_bytes) object["tile_bytes"] = *target.tile_bytes;
    if (target.cpu_node) object["cpu_node"] = *target.cpu_node;
    if (target.memory_node) object["memory_node"] = *target.memory_node;
    if (target.peer) object["peer"] = *target.peer;
    return object;
}

Target target_from_json(const Json& object, const std::string& where) {
    const bool uncounted = member(object, "threads", where).is_null();
    return {.device = string_member(object, "device", where),
            .kind = name_member<Kind>(object, "kind", where),
            .dtype = optional_name<Dtype>(object, "dtype", where),
            .isa = optional_name<Isa>(object, "isa", where),
            .engine = optional_name<Engine>(object, "engine", where),
            .op = optional_name<Op>(object, "op", where),
            .level = optional_name<Level>(object, "level", where),
            .pattern = optional_name<Pattern>(object, "pattern", where),
            .intensity = optional_number(object, "intensity", where),
            .scope = name_member<Scope>(object, "scope", where),
            .threads = uncounted ? 0 : int_member(object, "threads", where),
            .cpu_node = optional_int(object, "cpu_node", where),
            .memory_node = optional_int(object, "memory_node", where),
            .condition = optional_name<Condition>(object, "condition", where),
            .in_flight_bytes = optional_number(object, "in_flight_bytes", where),
            .stages = optional_int(object, "stages", where),
            .tile_bytes = optional_number(object, "tile_bytes", where),
            .peer = optional_int(object, "peer", where)};
}

}  // namespace mansard
