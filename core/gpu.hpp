// What a GPU says of itself, and its state while it works.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/json_fwd.hpp"

namespace mansard {

/// One NVIDIA GPU as the driver and NVML describe it. The UUID ties roofs to it: indices change from boot to
/// boot and with CUDA_VISIBLE_DEVICES.
struct Gpu {
    int index = 0;         ///< as the driver counts the visible ones; the N of "cuda:N"
    std::string uuid{};    ///< "GPU-…", of a slice "MIG-…"
    std::string name{};    ///< "NVIDIA H200"
    int architecture = 0;  ///< compute capability × 10: 90 for 9.0
    int sms = 0;           ///< streaming multiprocessors; of a MIG slice those of the slice
    double memory_bytes = 0;
    double l2_bytes = 0;
    double shared_bytes_per_sm = 0;  ///< at most; L1 is what the carve-out leaves beside it
    std::optional<double> clock_hz{}, memory_clock_hz{};  ///< the highest, as the driver claims
    std::optional<double> memory_bus_bits{};
    std::string driver{};  ///< "13.0": the CUDA version that the driver supports
    std::optional<bool> ecc{};
    std::optional<bool> mig{};
    std::optional<double> power_limit_w{};
    std::optional<int> other_processes{};  ///< that compute on it, this one left out
};

Json to_json(const Gpu& gpu);
Gpu gpu_from_json(const Json& object, const std::string& where);

/// What changes while a GPU works, read with a kernel in flight. Missing where NVML does not tell.
struct GpuState {
    std::optional<double> power_w{}, temperature_c{};
    std::optional<double> clock_hz{}, memory_clock_hz{};
    std::vector<std::string> throttle_reasons{};  ///< "sw_power_cap", "hw_thermal_slowdown", …
    bool operator==(const GpuState&) const = default;
};

Json to_json(const GpuState& state);
GpuState gpu_state_from_json(const Json& object, const std::string& where);

/// Whether a reason means that heat or the board, and not the ordinary power cap, lowered the clock.
bool is_harmful(const std::string& throttle_reason);

}  // namespace mansard
