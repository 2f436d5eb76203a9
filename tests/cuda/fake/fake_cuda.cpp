// A driver without a GPU: memory is the host's, kernels do nothing, and each stretch between two events lasts
// 50 ms by its own account. FAKE_CUDA names what goes wrong.
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "tests/cuda/fake/fails.hpp"

namespace {

using mansard::fake::fails;

constexpr int success = 0, out_of_memory = 2, unavailable = 46, no_device = 100, no_binary = 209,
              uncorrectable = 214, illegal_address = 700, out_of_resources = 701, not_permitted = 800;

/// The kernel's name; handles are pointers to it.
struct Kernel {
    char name[128];
};
int broken = success;  // by a fault, until the context is reset

int unless_broken(int status = success) {
    return broken != success ? broken : status;
}

/// Only the ends of large memory are touched: nobody looks between them, and it is the host's.
constexpr std::size_t window = std::size_t{1} << 20;

void copy_ends(void* to, const void* from, std::size_t bytes) {
    const std::size_t part = bytes < window ? bytes : window, last = bytes - part;
    std::memcpy(to, from, part);
    std::memcpy(static_cast<char*>(to) + last, static_cast<const char*>(from) + last, part);
}

/// Ctrl-C, once there is somebody who listens.
void interrupt() {
    static bool done = false;
    struct sigaction action {};
    const bool heard = ::sigaction(SIGINT, nullptr, &action) == 0 && action.sa_handler != SIG_DFL &&
                       action.sa_handler != SIG_IGN;
    if (heard && !std::exchange(done, true)) std::raise(SIGINT);
}

struct Frame {  // as kernels/cuda/frame.cuh has it
    unsigned char* memory;
    std::uint64_t words, passes;
    unsigned char* result;
    std::uint64_t* stamps;
};

}  // namespace

// The names are NVIDIA's. NOLINTBEGIN(readability-identifier-naming)
extern "C" {

int cuInit(unsigned) {
    return fails("no_permission") ? not_permitted : fails("no_device") ? no_device : success;
}
int cuDriverGetVersion(int* version) {
    *version = fails("old") ? 11040 : 99000;
    return success;
}
int cuGetErrorName(int status, const char** name) {
    *name = status == out_of_memory      ? "CUDA_ERROR_OUT_OF_MEMORY"
            : status == no_device        ? "CUDA_ERROR_NO_DEVICE"
            : status == not_permitted    ? "CUDA_ERROR_NOT_PERMITTED"
            : status == illegal_address  ? "CUDA_ERROR_ILLEGAL_ADDRESS"
            : status == unavailable      ? "CUDA_ERROR_DEVICE_UNAVAILABLE"
            : status == uncorrectable    ? "CUDA_ERROR_ECC_UNCORRECTABLE"
            : status == out_of_resources ? "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES"
                                         : "CUDA_ERROR_NOT_FOUND";
    return success;
}
int cuDeviceGetCount(int* count) {
    if (fails("interrupted_at_once")) interrupt();
    *count = 2;
    return success;
}
int cuDeviceGet(int* device, int index) {
    *device = index;
    return success;
}
int cuDeviceGetName(char* name, int length, int) {
    std::snprintf(name, static_cast<std::size_t>(length), "Fake GPU");
    return success;
}
int cuDeviceGetUuid_v2(unsigned char* uuid, int device) {
    std::memset(uuid, 0x10 + device, 16);
    return success;
}
int cuDeviceGetAttribute(int* value, int attribute, int) {
    switch (attribute) {
        case 13:
            *value = 1'500'000;
            break;
        case 16:
            *value = 4;
            break;
        case 36:
            *value = 3'000'000;
            break;
        case 37:
            *value = 4096;
            break;
        case 38:
            *value = 32 << 20;
            break;
        case 75:
            *value = fails("turing") ? 7 : 9;
            break;
        case 76:
            *value = fails("turing") ? 5 : 0;
            break;
        case 81:
            *value = 228 << 10;
            break;
        default:
            *value = 0;
    }
    return success;
}
int cuDeviceTotalMem_v2(std::size_t* bytes, int) {
    *bytes = std::size_t{16} << 30;
    return success;
}
int cuDeviceCanAccessPeer(int* can, int, int) {
    *can = fails("apart") ? 0 : 1;
    return success;
}
int cuDevicePrimaryCtxRetain(void** context, int device) {
    static int one = 0;
    *context = &one;
    return unless_broken(fails("exclusive") && device == 0 ? unavailable : success);
}
int cuDevicePrimaryCtxReset_v2(int) {
    // By NVIDIA's word nothing but the end of the process helps.
    if (!fails("lost")) broken = success;
    return success;
}
int cuDevicePrimaryCtxRelease_v2(int) {
    return success;
}
int cuCtxSetCurrent(void*) {
    return success;
}
int cuCtxEnablePeerAccess(void*, unsigned) {
    return success;
}
int cuModuleLoadData(void** module, const void*) {
    static int one = 0;
    *module = &one;
    return unless_broken(fails("no_image") ? no_binary : success);
}
int cuModuleGetFunction(void** function, void*, const char* name) {
    auto* const kernel = new Kernel{};  // NOLINT: lives as long as the driver
    std::snprintf(kernel->name, sizeof kernel->name, "%s", name);
    *function = kernel;
    return unless_broken();
}
int cuFuncGetAttribute(int* value, int, void*) {
    *value = 0;
    return success;
}
int cuFuncSetAttribute(void*, int, int) {
    return unless_broken();
}
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void*, int, std::size_t) {
    *blocks = 8;
    return success;
}
int cuLaunchKernel(void* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                   void*, void** parameters, void**) {
    const bool reads_by_nc = std::strstr(static_cast<Kernel*>(function)->name, "load_nc") != nullptr;
    if (fails("interrupted")) interrupt();
    if (fails("refused") && reads_by_nc) return out_of_resources;
    if ((fails("fault") || fails("lost")) && reads_by_nc) broken = illegal_address;
    if (fails("ecc") && reads_by_nc) broken = uncorrectable;
    Frame frame;
    std::memcpy(&frame, parameters[0], sizeof frame);
    if (frame.stamps != nullptr) {
        const std::uint64_t stamps[4] = {0, 1, 37'500'000, 25'000'001};
        std::memcpy(frame.stamps, stamps, sizeof stamps);
    }
    return success;
}
int cuMemGetInfo_v2(std::size_t* free, std::size_t* total) {
    *free = fails("shared") ? std::size_t{1} << 20 : std::size_t{15} << 30;
    *total = std::size_t{16} << 30;
    return unless_broken();
}
int cuMemAlloc_v2(std::uint64_t* pointer, std::size_t bytes) {
    if (fails("oom") && bytes > std::size_t{1} << 30) return out_of_memory;
    // Nobody touches most of it: the host backs a page when it is written.
    void* const memory = std::calloc(1, bytes);
    *pointer = reinterpret_cast<std::uint64_t>(memory);
    return memory == nullptr ? out_of_memory : unless_broken();
}
int cuMemFree_v2(std::uint64_t pointer) {
    std::free(reinterpret_cast<void*>(pointer));
    return success;
}
int cuMemHostAlloc(void** pointer, std::size_t bytes, unsigned) {
    *pointer = std::calloc(1, bytes);
    return success;
}
int cuMemFreeHost(void* pointer) {
    std::free(pointer);
    return success;
}
int cuMemsetD8_v2(std::uint64_t pointer, unsigned char value, std::size_t bytes) {
    const std::size_t part = bytes < window ? bytes : window;
    std::memset(reinterpret_cast<void*>(pointer), value, part);
    std::memset(reinterpret_cast<void*>(pointer + bytes - part), value, part);
    return unless_broken();
}
int cuMemcpyDtoH_v2(void* to, std::uint64_t from, std::size_t bytes) {
    copy_ends(to, reinterpret_cast<void*>(from), bytes);
    return unless_broken();
}
int cuMemcpyHtoDAsync_v2(std::uint64_t to, const void* from, std::size_t bytes, void*) {
    copy_ends(reinterpret_cast<void*>(to), from, bytes);
    return unless_broken();
}
int cuMemcpyDtoHAsync_v2(void* to, std::uint64_t from, std::size_t bytes, void*) {
    // A copy engine that is lazy.
    if (!fails("lazy")) copy_ends(to, reinterpret_cast<void*>(from), bytes);
    return unless_broken();
}
int cuMemcpyPeerAsync(std::uint64_t to, void*, std::uint64_t from, void*, std::size_t bytes, void*) {
    copy_ends(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), bytes);
    return unless_broken();
}
int cuEventCreate(void** event, unsigned) {
    static int one = 0;
    *event = &one;
    return unless_broken();
}
int cuEventDestroy_v2(void*) {
    return success;
}
int cuEventRecord(void*, void*) {
    return unless_broken();
}
int cuEventSynchronize(void*) {
    return unless_broken();
}
int cuEventElapsedTime(float* milliseconds, void*, void*) {
    *milliseconds = 50;
    return unless_broken();
}
}
// NOLINTEND(readability-identifier-naming)
