// The loop that reads shared memory, and its descriptors.
#pragma once

#include "kernels/cuda/indices.cuh"
#include "kernels/cuda/instructions/memory.cuh"

namespace mansard::kernels::cuda {

inline constexpr unsigned shared_accesses = 8;

/// One way to read: where, how much shared memory that needs, and the instruction.
struct WideAccess {
    using Load = LoadShared128;
    static constexpr unsigned bytes = 16;
    MANSARD_BOTH static constexpr unsigned shared_bytes(unsigned threads) {
        return shared_accesses * threads * bytes;
    }
    MANSARD_BOTH static constexpr std::uint32_t at(unsigned thread, unsigned threads, unsigned access) {
        return wide_shared_at(thread, threads, access);
    }
};
template <unsigned Ways>
struct ConflictingAccess {
    using Load = LoadShared32;
    static constexpr unsigned bytes = 4;
    MANSARD_BOTH static constexpr unsigned shared_bytes(unsigned) {
        return shared_accesses * 32 * Ways * bytes;
    }
    MANSARD_BOTH static constexpr std::uint32_t at(unsigned thread, unsigned, unsigned access) {
        return conflicting_shared_at(thread, Ways, access);
    }
};

}  // namespace mansard::kernels::cuda

#if MANSARD_DEVICE_CODE

#if defined(__CUDACC__)
extern "C" __shared__ std::uint32_t mansard_shared[];
#define MANSARD_SHARED mansard_shared
#else
#define MANSARD_SHARED reinterpret_cast<std::uint32_t*>(shim::shared_at(0))
#endif

namespace mansard::kernels::cuda {

/// Address of dynamic shared memory as shared-memory instructions take it.
MANSARD_DEVICE std::uint32_t shared_base() {
#if defined(__CUDACC__)
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_shared));
#else
    return 0;
#endif
}

template <typename Access>
MANSARD_DEVICE void shared_loop(const GpuFrame& frame) {
    for (unsigned i = threadIdx.x; i < Access::shared_bytes(blockDim.x) / 4; i += blockDim.x)
        MANSARD_SHARED[i] = number_at(i);
    __syncthreads();
    const std::uint32_t base = shared_base() + Access::at(threadIdx.x, blockDim.x, 0);
    std::uint32_t sum = 0;
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
        std::uint32_t values[shared_accesses];
#pragma unroll
        for (unsigned access = 0; access < shared_accesses; ++access)
            values[access] =
                Access::Load::load(base + Access::at(0, blockDim.x, access) - Access::at(0, blockDim.x, 0));
#pragma unroll
        for (unsigned access = 0; access < shared_accesses; ++access) sum += values[access];
    }
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace mansard::kernels::cuda

#else

#include "kernels/cuda/reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

template <typename Access>
std::string check_shared(const Evidence& evidence) {
    std::uint32_t expected = 0;
    for (unsigned thread = 0; thread < evidence.threads; ++thread)
        for (unsigned access = 0; access < shared_accesses; ++access)
            for (unsigned part = 0; part < Access::bytes / 4; ++part)
                expected += number_at(Access::at(thread, evidence.threads, access) / 4 + part);
    expected *= static_cast<std::uint32_t>(evidence.passes) * evidence.blocks;
    return compare_sums(sum_of_results(evidence), expected);
}

template <typename Access>
constexpr KernelDesc shared_kernel(std::string_view symbol, Pattern pattern, unsigned threads,
                                   unsigned blocks) {
    return {.family = "shared",
            .summary = "reads of shared memory",
            .measures = Kind::bandwidth,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .pattern = pattern,
            .work = {.read_bytes = 32.0 * Access::bytes * shared_accesses},
            .instruction = Access::Load::facts.sass,
            .instructions_per_trip = shared_accesses,
            .streams = shared_accesses,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .threads = threads,
                    .blocks_per_sm = blocks,
                    .shared_bytes = Access::shared_bytes(threads),
                    .unroll = shared_accesses,
                    .levels = bit_of(Level::shared),
                    .carveout = Carveout::shared,
                    .counted = Counted::trips,
                    .check = check_shared<Access>}};
}

}  // namespace mansard::kernels::cuda

#endif
