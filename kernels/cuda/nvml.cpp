#include "kernels/cuda/nvml.hpp"

#include <unistd.h>

#include <array>
#include <utility>
#include <vector>

namespace mansard::kernels::cuda {

// Numbers and layouts are those of NVML's stable binary interface.
struct Nvml::Functions {
    using Status = int;
    struct Process {
        unsigned pid;
        unsigned long long memory;
        unsigned gpu_instance, compute_instance;
    };

    Library library{"libnvidia-ml.so.1"};
    Status (*init)() = nullptr;
    Status (*by_uuid)(const char*, OpaqueDevice**) = nullptr;
    Status (*power)(OpaqueDevice*, unsigned*) = nullptr;
    Status (*power_limit)(OpaqueDevice*, unsigned*) = nullptr;
    Status (*temperature)(OpaqueDevice*, int, unsigned*) = nullptr;
    Status (*clock)(OpaqueDevice*, int, unsigned*) = nullptr;
    Status (*reasons)(OpaqueDevice*, unsigned long long*) = nullptr;
    Status (*ecc)(OpaqueDevice*, unsigned*, unsigned*) = nullptr;
    Status (*mig)(OpaqueDevice*, unsigned*, unsigned*) = nullptr;
    Status (*processes)(OpaqueDevice*, unsigned*, Process*) = nullptr;

    Functions() {
        library.find("nvmlInit_v2", init);
        library.find("nvmlDeviceGetHandleByUUID", by_uuid);
        library.find("nvmlDeviceGetPowerUsage", power);
        library.find("nvmlDeviceGetEnforcedPowerLimit", power_limit);
        library.find("nvmlDeviceGetTemperature", temperature);
        library.find("nvmlDeviceGetClockInfo", clock);
        library.find("nvmlDeviceGetCurrentClocksThrottleReasons", reasons);
        library.find("nvmlDeviceGetEccMode", ecc);
        library.find("nvmlDeviceGetMigMode", mig);
        library.find("nvmlDeviceGetComputeRunningProcesses_v3", processes);
    }
};

namespace {

constexpr int core_clock = 1, memory_clock = 2, core_sensor = 0;

/// The value that `function` puts behind its last argument; nothing where it fails or is not there.
template <typename V, typename F, typename... Arguments>
std::optional<double> asked(F* function, Arguments... arguments) {
    V value{};
    if (function == nullptr || function(arguments..., &value) != 0) return std::nullopt;
    return static_cast<double>(value);
}

std::optional<double> scaled(std::optional<double> value, double factor) {
    return value ? std::optional(*value * factor) : std::nullopt;
}

/// Of a current and a pending mode the current one.
template <typename F, typename Device>
std::optional<bool> mode(F* function, Device* device) {
    unsigned current = 0, pending = 0;
    if (function == nullptr || function(device, &current, &pending) != 0) return std::nullopt;
    return current != 0;
}

}  // namespace

std::vector<std::string> throttle_reasons(unsigned long long mask) {
    static constexpr std::array<std::pair<unsigned long long, const char*>, 8> names{
        {{0x2, "applications_clocks_setting"},
         {0x4, "sw_power_cap"},
         {0x8, "hw_slowdown"},
         {0x10, "sync_boost"},
         {0x20, "sw_thermal_slowdown"},
         {0x40, "hw_thermal_slowdown"},
         {0x80, "hw_power_brake_slowdown"},
         {0x100, "display_clock_setting"}}};
    std::vector<std::string> found;
    for (const auto& [bit, name] : names)
        if ((mask & bit) != 0) found.emplace_back(name);
    return found;
}

Nvml::Nvml(const std::string& uuid) : functions_(std::make_shared<const Functions>()) {
    const Functions& f = *functions_;
    if (f.init == nullptr || f.by_uuid == nullptr || f.init() != 0) return;
    if (f.by_uuid(uuid.c_str(), &device_) != 0) device_ = nullptr;
}

void Nvml::describe(Gpu& gpu) const {
    if (device_ == nullptr) return;
    const Functions& f = *functions_;
    if (const auto on = mode(f.ecc, device_)) gpu.ecc = on;
    if (const auto on = mode(f.mig, device_)) gpu.mig = on;
    gpu.power_limit_w = scaled(asked<unsigned>(f.power_limit, device_), 1e-3);
    std::array<Functions::Process, 64> processes{};
    unsigned count = processes.size();
    if (f.processes == nullptr || f.processes(device_, &count, processes.data()) != 0) return;
    int others = 0;
    for (unsigned i = 0; i < count && i < processes.size(); ++i)
        others += processes[i].pid != static_cast<unsigned>(::getpid());
    gpu.other_processes = others;
}

GpuState Nvml::state() const {
    GpuState state;
    if (device_ == nullptr) return state;
    const Functions& f = *functions_;
    state.power_w = scaled(asked<unsigned>(f.power, device_), 1e-3);
    state.temperature_c = asked<unsigned>(f.temperature, device_, core_sensor);
    state.clock_hz = scaled(asked<unsigned>(f.clock, device_, core_clock), 1e6);
    state.memory_clock_hz = scaled(asked<unsigned>(f.clock, device_, memory_clock), 1e6);
    unsigned long long mask = 0;
    if (f.reasons != nullptr && f.reasons(device_, &mask) == 0)
        state.throttle_reasons = throttle_reasons(mask);
    return state;
}

}  // namespace mansard::kernels::cuda
