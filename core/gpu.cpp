#include "core/gpu.hpp"

#include "core/json.hpp"

namespace mansard {
namespace {

Json bool_or_null(std::optional<bool> value) {
    return value ? Json(*value) : Json(nullptr);
}

std::optional<bool> optional_bool(const Json& object, std::string_view key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_boolean() ? std::optional(found->get<bool>()) : std::nullopt;
}

}  // namespace

Json to_json(const Gpu& gpu) {
    return {{"index", gpu.index},
            {"uuid", gpu.uuid},
            {"name", gpu.name},
            {"architecture", gpu.architecture},
            {"sms", gpu.sms},
            {"memory_bytes", gpu.memory_bytes},
            {"l2_bytes", gpu.l2_bytes},
            {"shared_bytes_per_sm", gpu.shared_bytes_per_sm},
            {"clock_hz", or_null(gpu.clock_hz)},
            {"memory_clock_hz", or_null(gpu.memory_clock_hz)},
            {"memory_bus_bits", or_null(gpu.memory_bus_bits)},
            {"driver", gpu.driver},
            {"ecc", bool_or_null(gpu.ecc)},
            {"mig", bool_or_null(gpu.mig)},
            {"power_limit_w", or_null(gpu.power_limit_w)},
            {"other_processes", gpu.other_processes ? Json(*gpu.other_processes) : Json(nullptr)}};
}

Gpu gpu_from_json(const Json& object, const std::string& where) {
    const auto whole = [&](std::string_view key) {
        return static_cast<int>(number_member(object, key, where));
    };
    Gpu gpu{.index = whole("index"),
            .uuid = string_member(object, "uuid", where),
            .name = string_member(object, "name", where),
            .architecture = whole("architecture"),
            .sms = whole("sms"),
            .memory_bytes = number_member(object, "memory_bytes", where),
            .l2_bytes = number_member(object, "l2_bytes", where),
            .shared_bytes_per_sm = number_member(object, "shared_bytes_per_sm", where),
            .clock_hz = optional_number(object, "clock_hz", where),
            .memory_clock_hz = optional_number(object, "memory_clock_hz", where),
            .memory_bus_bits = optional_number(object, "memory_bus_bits", where),
            .driver = string_member(object, "driver", where),
            .ecc = optional_bool(object, "ecc"),
            .mig = optional_bool(object, "mig"),
            .power_limit_w = optional_number(object, "power_limit_w", where)};
    if (const auto others = optional_number(object, "other_processes", where))
        gpu.other_processes = static_cast<int>(*others);
    return gpu;
}

Json to_json(const GpuState& state) {
    return {{"power_w", or_null(state.power_w)},
            {"temperature_c", or_null(state.temperature_c)},
            {"clock_hz", or_null(state.clock_hz)},
            {"memory_clock_hz", or_null(state.memory_clock_hz)},
            {"throttle_reasons", state.throttle_reasons}};
}

GpuState gpu_state_from_json(const Json& object, const std::string& where) {
    GpuState state{.power_w = optional_number(object, "power_w", where),
                   .temperature_c = optional_number(object, "temperature_c", where),
                   .clock_hz = optional_number(object, "clock_hz", where),
                   .memory_clock_hz = optional_number(object, "memory_clock_hz", where)};
    for (const Json& reason : member(object, "throttle_reasons", where))
        if (reason.is_string()) state.throttle_reasons.push_back(reason.get<std::string>());
    return state;
}

bool is_harmful(const std::string& throttle_reason) {
    return throttle_reason != "sw_power_cap" && throttle_reason != "applications_clocks_setting";
}

}  // namespace mansard
