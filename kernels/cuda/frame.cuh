// What every GPU kernel gets, and the words that let one source be read three ways: by nvcc for the device,
// by the C++ compiler for the descriptors, and by the tests' shim, which runs plain kernels on the CPU.
#pragma once

#include <cstdint>

#if defined(__CUDACC__)
#define MANSARD_DEVICE_CODE 1
#define MANSARD_BOTH __host__ __device__
#elif defined(MANSARD_CUDA_SHIM)
#define MANSARD_DEVICE_CODE 1
#define MANSARD_BOTH
#else
#define MANSARD_DEVICE_CODE 0
#define MANSARD_BOTH
#endif

namespace mansard::kernels::cuda {

/// The one parameter of a kernel. `arrays` arrays of equal length lie one after another in `memory`.
struct GpuFrame {
    unsigned char* memory;
    std::uint64_t words;   ///< 16-byte words of one array, a multiple of what one trip of the grid covers
    std::uint64_t passes;  ///< trips of the loop (compute), walks over the set, steps of a chase
    unsigned char* result;
    std::uint64_t* stamps;    ///< cycles and nanoseconds of block 0 before its loop, and after
    std::uint32_t mask;       ///< all ones: operands with full mantissas; 0: operands that are zero
    std::uint32_t parameter;  ///< GpuLaunch::parameter
};

/// Four numbers of 32 bits: what one 128-bit load or store moves.
struct alignas(16) Word {
    std::uint32_t x, y, z, w;
};

/// The 32-bit number at place `index` of a prepared array. A bijection of the index, so that a sum over all
/// places shows each that was left out or read twice; its bits look random to the memory's bus.
MANSARD_BOTH constexpr std::uint32_t number_at(std::uint32_t index) {
    return index * 0x9e3779b1U + 0x7f4a7c15U;
}

/// The same as a float in [1, 2): its fraction is the low bits of number_at(index), so it repeats every 2²³
/// places.
MANSARD_BOTH constexpr std::uint32_t float_bits_at(std::uint32_t index) {
    return 0x3f800000U | (number_at(index) & 0x7fffffU);
}

}  // namespace mansard::kernels::cuda

#if MANSARD_DEVICE_CODE
#define MANSARD_DEVICE __device__ __forceinline__

namespace mansard::kernels::cuda {

#if defined(__CUDACC__)
/// Cycles of this SM, and the nanoseconds of the clock that all SMs share: together they are the clock's
/// frequency while the kernel ran, whatever anybody says it is set to.
MANSARD_DEVICE void stamp(const GpuFrame& frame, int at) {
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    std::uint64_t cycles, nanoseconds;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(nanoseconds)::"memory");
    frame.stamps[at] = cycles;
    frame.stamps[at + 1] = nanoseconds;
}
#else
MANSARD_DEVICE void stamp(const GpuFrame&, int) {}
#endif

}  // namespace mansard::kernels::cuda

/// A kernel: its name as the driver knows it, its block size, and the device function that it is.
#define MANSARD_CUDA_ENTRY(symbol, threads, ...)               \
    extern "C" __global__ void __launch_bounds__(threads)      \
        symbol(const mansard::kernels::cuda::GpuFrame frame) { \
        mansard::kernels::cuda::stamp(frame, 0);               \
        __VA_ARGS__(frame);                                    \
        mansard::kernels::cuda::stamp(frame, 2);               \
    }
#else
/// Exports the file's descriptors, an array `kernels`, under the name that the build gave to it.
#define MANSARD_CUDA_TABLE                            \
    extern const KernelTable MANSARD_CUDA_TABLE_NAME; \
    constinit const KernelTable MANSARD_CUDA_TABLE_NAME{kernels, std::size(kernels)};
#endif
