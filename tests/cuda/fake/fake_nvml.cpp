// NVIDIA's management library without a GPU: fixed readings. FAKE_CUDA names what is special.
#include <cstring>

#include "tests/cuda/fake/fails.hpp"

namespace {

using mansard::fake::fails;

constexpr int success = 0, not_supported = 3, not_found = 6, insufficient_size = 7;

// Handles: what they point to does not matter.
int whole_gpu, slice;

bool is_slice(const void* device) {
    return device == &slice;
}

template <typename V>
int tell(const void* device, V* value, V answer) {
    if (is_slice(device)) return not_supported;
    *value = answer;
    return success;
}

struct Process {
    unsigned pid;
    unsigned long long memory;
    unsigned gpu_instance, compute_instance;
};

}  // namespace

// The names are NVIDIA's. NOLINTBEGIN(readability-identifier-naming)
extern "C" {

int nvmlInit_v2() {
    return success;
}
int nvmlDeviceGetHandleByUUID(const char* uuid, void** device) {
    const bool sliced = fails("mig");
    if (std::strncmp(uuid, sliced ? "MIG-" : "GPU-", 4) != 0) return not_found;
    *device = sliced ? &slice : &whole_gpu;
    return success;
}
int nvmlDeviceGetDeviceHandleFromMigDeviceHandle(void*, void** device) {
    *device = &whole_gpu;
    return success;
}
int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
    return tell(device, milliwatts, 612'500U);
}
int nvmlDeviceGetEnforcedPowerLimit(void* device, unsigned* milliwatts) {
    return tell(device, milliwatts, 700'000U);
}
int nvmlDeviceGetTemperature(void* device, int, unsigned* celsius) {
    return tell(device, celsius, 61U);
}
int nvmlDeviceGetClockInfo(void* device, int type, unsigned* megahertz) {
    return tell(device, megahertz, type == 2 ? 3000U : 1500U);
}
int nvmlDeviceGetCurrentClocksThrottleReasons(void* device, unsigned long long* mask) {
    return tell(device, mask, fails("hot") ? 0x40ULL : fails("capped") ? 0x4ULL : 0x1ULL);
}
int nvmlDeviceGetEccMode(void* device, unsigned* current, unsigned* pending) {
    *pending = 1;
    return tell(device, current, 1U);
}
int nvmlDeviceGetMigMode(void* device, unsigned* current, unsigned* pending) {
    *pending = 0;
    return tell(device, current, 0U);
}
int nvmlDeviceGetComputeRunningProcesses_v3(void*, unsigned* count, Process* processes) {
    const unsigned there = fails("crowded") ? 70 : 0, room = *count;
    *count = there;
    if (there > room) return insufficient_size;
    for (unsigned i = 0; i < there; ++i)
        processes[i] = {.pid = i, .memory = 0, .gpu_instance = 0, .compute_instance = 0};
    return success;
}
}
// NOLINTEND(readability-identifier-naming)
