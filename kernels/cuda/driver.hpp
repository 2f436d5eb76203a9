// NVIDIA's driver, as far as it is used here. The prototypes are our own, of its stable binary interface, so
// that this compiles without CUDA's headers and the program runs without CUDA's libraries.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "core/error.hpp"
#include "kernels/cuda/library.hpp"

namespace mansard::kernels::cuda {

using Status = int;  ///< CUresult: 0 is success
using DeviceHandle = int;
using DevicePointer = std::uint64_t;
struct OpaqueContext;
struct OpaqueModule;
struct OpaqueFunction;
struct OpaqueEvent;
struct OpaqueStream;
using Context = OpaqueContext*;
using Module = OpaqueModule*;
using Function = OpaqueFunction*;
using Event = OpaqueEvent*;
using Stream = OpaqueStream*;
struct Uuid {
    std::array<unsigned char, 16> bytes;
};

/// CUresult's numbers that are told apart here.
enum : Status {
    status_success = 0,
    status_out_of_memory = 2,
    status_no_device = 100,
    status_invalid_device = 101,
    status_invalid_image = 200,
    status_no_binary = 209,
    status_ecc_uncorrectable = 214,
    status_unsupported_ptx = 222,
    status_not_found = 500,
    status_peer_access_already_enabled = 704,
};

/// CUdevice_attribute.
enum class DeviceAttribute : int {
    clock_khz = 13,
    multiprocessors = 16,
    ecc_enabled = 32,
    memory_clock_khz = 36,
    memory_bus_bits = 37,
    l2_bytes = 38,
    architecture_major = 75,
    architecture_minor = 76,
    shared_bytes_per_multiprocessor = 81,
    shared_bytes_per_block = 97,
};
/// CUfunction_attribute.
enum class FunctionAttribute : int { local_bytes = 3, registers = 4, dynamic_shared_bytes = 8, carveout = 9 };

/// Every function that is used: name in the library, and its parameters.
#define MANSARD_DRIVER_FUNCTIONS(FUNCTION)                                                                   \
    FUNCTION(cuInit, unsigned)                                                                               \
    FUNCTION(cuDriverGetVersion, int*)                                                                       \
    FUNCTION(cuGetErrorName, Status, const char**)                                                           \
    FUNCTION(cuDeviceGetCount, int*)                                                                         \
    FUNCTION(cuDeviceGet, DeviceHandle*, int)                                                                \
    FUNCTION(cuDeviceGetName, char*, int, DeviceHandle)                                                      \
    FUNCTION(cuDeviceGetUuid_v2, Uuid*, DeviceHandle)                                                        \
    FUNCTION(cuDeviceGetAttribute, int*, DeviceAttribute, DeviceHandle)                                      \
    FUNCTION(cuDeviceTotalMem_v2, std::size_t*, DeviceHandle)                                                \
    FUNCTION(cuDeviceCanAccessPeer, int*, DeviceHandle, DeviceHandle)                                        \
    FUNCTION(cuDevicePrimaryCtxRetain, Context*, DeviceHandle)                                               \
    FUNCTION(cuDevicePrimaryCtxReset_v2, DeviceHandle)                                                       \
    FUNCTION(cuDevicePrimaryCtxRelease_v2, DeviceHandle)                                                     \
    FUNCTION(cuCtxSetCurrent, Context)                                                                       \
    FUNCTION(cuCtxEnablePeerAccess, Context, unsigned)                                                       \
    FUNCTION(cuModuleLoadData, Module*, const void*)                                                         \
    FUNCTION(cuModuleGetFunction, Function*, Module, const char*)                                            \
    FUNCTION(cuFuncGetAttribute, int*, FunctionAttribute, Function)                                          \
    FUNCTION(cuFuncSetAttribute, Function, FunctionAttribute, int)                                           \
    FUNCTION(cuOccupancyMaxActiveBlocksPerMultiprocessor, int*, Function, int, std::size_t)                  \
    FUNCTION(cuLaunchKernel, Function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, \
             Stream, void**, void**)                                                                         \
    FUNCTION(cuMemGetInfo_v2, std::size_t*, std::size_t*)                                                    \
    FUNCTION(cuMemAlloc_v2, DevicePointer*, std::size_t)                                                     \
    FUNCTION(cuMemFree_v2, DevicePointer)                                                                    \
    FUNCTION(cuMemHostAlloc, void**, std::size_t, unsigned)                                                  \
    FUNCTION(cuMemFreeHost, void*)                                                                           \
    FUNCTION(cuMemsetD8_v2, DevicePointer, unsigned char, std::size_t)                                       \
    FUNCTION(cuMemcpyDtoH_v2, void*, DevicePointer, std::size_t)                                             \
    FUNCTION(cuMemcpyHtoDAsync_v2, DevicePointer, const void*, std::size_t, Stream)                          \
    FUNCTION(cuMemcpyDtoHAsync_v2, void*, DevicePointer, std::size_t, Stream)                                \
    FUNCTION(cuMemcpyPeerAsync, DevicePointer, Context, DevicePointer, Context, std::size_t, Stream)         \
    FUNCTION(cuEventCreate, Event*, unsigned)                                                                \
    FUNCTION(cuEventDestroy_v2, Event)                                                                       \
    FUNCTION(cuEventRecord, Event, Stream)                                                                   \
    FUNCTION(cuEventSynchronize, Event)                                                                      \
    FUNCTION(cuEventElapsedTime, float*, Event, Event)

/// The functions of libcuda.so.1. Throws Error{no_device} where there is no driver, or one without a function
/// that is needed.
struct Driver {
    Driver();

#define MANSARD_DRIVER_MEMBER(name, ...) Status (*name)(__VA_ARGS__) = nullptr;
    MANSARD_DRIVER_FUNCTIONS(MANSARD_DRIVER_MEMBER)
#undef MANSARD_DRIVER_MEMBER

    /// "CUDA_ERROR_OUT_OF_MEMORY"
    std::string name_of(Status status) const;
    /// Throws DriverError where `status` is none of success.
    void check(Status status, const char* what) const;

  private:
    Library library_;
};

/// A call that the driver refused, with its number.
class DriverError : public Error {
  public:
    DriverError(Status code, const std::string& what) : Error(Exit::no_device, what), code_(code) {}
    Status code() const { return code_; }
    /// Whether the context is of no more use: every later call would fail with it.
    bool is_sticky() const;

  private:
    Status code_;
};

}  // namespace mansard::kernels::cuda
