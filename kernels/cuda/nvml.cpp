#include "kernels/cuda/nvml.hpp"

#include <unistd.h>

#include <algorithm>
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
    Status (*whole)(OpaqueDevice*, OpaqueDevice**) = nullptr;

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
        library.find("nvmlDeviceGetDeviceHandleFromMigDeviceHandle", whole);
    }
};

namespace {

constexpr int core_clock = 1, memory_clock = 2, core_sensor = 0;
constexpr int insufficient_size = 7;
constexpr std::string_view of_gpu = "GPU-", of_slice = "MIG-";

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
    const auto find = [&](const std::string& name) {
        if (f.by_uuid(name.c_str(), &device_) != 0) device_ = nullptr;
        is_slice_ = device_ != nullptr && name.starts_with(of_slice);
        return device_ != nullptr;
    };
    if (!find(uuid) && uuid.starts_with(of_gpu)) find(std::string(of_slice) + uuid.substr(of_gpu.size()));
    whole_ = device_;
    if (is_slice_ && (f.whole == nullptr || f.whole(device_, &whole_) != 0)) whole_ = nullptr;
}

void Nvml::describe(Gpu& gpu) const {
    if (device_ == nullptr) return;
    const Functions& f = *functions_;
    if (is_slice_) {
        gpu.mig = true;
        gpu.uuid.replace(0, of_slice.size(), of_slice);
    } else if (const auto on = mode(f.mig, device_)) {
        gpu.mig = on;
    }
    if (whole_ != nullptr) {
        if (const auto on = mode(f.ecc, whole_)) gpu.ecc = on;
        gpu.power_limit_w = scaled(asked<unsigned>(f.power_limit, whole_), 1e-3);
    }
    if (f.processes == nullptr) return;
    std::vector<Functions::Process> processes(64);
    auto count = static_cast<unsigned>(processes.size());
    int status = f.processes(device_, &count, processes.data());
    if (status == insufficient_size) {
        // More have come in the meantime, perhaps.
        processes.resize(2 * std::size_t{count});
        count = static_cast<unsigned>(processes.size());
        status = f.processes(device_, &count, processes.data());
    }
    if (status != 0) return;
    processes.resize(std::min<std::size_t>(count, processes.size()));
    gpu.other_processes =
        static_cast<int>(std::count_if(processes.begin(), processes.end(), [](const auto& process) {
            return process.pid != static_cast<unsigned>(::getpid());
        }));
}

GpuState Nvml::state() const {
    GpuState state;
    if (whole_ == nullptr) return state;
    const Functions& f = *functions_;
    state.power_w = scaled(asked<unsigned>(f.power, whole_), 1e-3);
    state.temperature_c = asked<unsigned>(f.temperature, whole_, core_sensor);
    state.clock_hz = scaled(asked<unsigned>(f.clock, whole_, core_clock), 1e6);
    state.memory_clock_hz = scaled(asked<unsigned>(f.clock, whole_, memory_clock), 1e6);
    unsigned long long mask = 0;
    if (f.reasons != nullptr && f.reasons(whole_, &mask) == 0)
        state.throttle_reasons = throttle_reasons(mask);
    return state;
}

}  // namespace mansard::kernels::cuda
