// The loop of the wgmma kernels, and their descriptors.
//
// An element is a trip of one warpgroup: one fence, `stages` instructions on one accumulator of 64 × 256, one
// commit, and a wait that lets one group be under way. Each instruction has operands of its own in shared
// memory, without swizzle: core matrices of 8 rows × 16 bytes, K-major. A trip takes those of A with a plus
// sign and the next with a minus, a second copy.
//
// Pitfalls: a fence or a commit outside the loop, or a register of the accumulator touched within, makes
// ptxas put the instructions one after another; it says so in a message that the build takes for an error.
#pragma once

#include "kernels/cuda/instructions/copies.cuh"
#include "kernels/cuda/instructions/wgmma.cuh"
#include "kernels/cuda/operand_tiles.cuh"

namespace mansard::kernels::cuda {

inline constexpr int wgmma_stages = 4;

/// Shared memory: for each stage A, −A and B. The two warpgroups of a block share it.
template <typename I>
MANSARD_BOTH constexpr unsigned wgmma_shared_bytes() {
    return wgmma_stages * (2 * tile_bytes(I::m) + tile_bytes(I::n));
}
/// Byte of stage `stage`'s tile: part 0 A, 1 −A, 2 B.
template <typename I>
MANSARD_BOTH constexpr unsigned wgmma_tile_at(unsigned stage, unsigned part) {
    return stage * (2 * tile_bytes(I::m) + tile_bytes(I::n)) + part * tile_bytes(I::m);
}

}  // namespace mansard::kernels::cuda

#if defined(__CUDACC__)
namespace mansard::kernels::cuda {

template <typename I>
MANSARD_DEVICE void wgmma_loop(const GpuFrame& frame) {
    for (unsigned stage = 0; stage < wgmma_stages; ++stage) {
        fill_tile<I>(mansard_tiles + wgmma_tile_at<I>(stage, 0), I::m, 2 * stage, false, frame.mask);
        fill_tile<I>(mansard_tiles + wgmma_tile_at<I>(stage, 1), I::m, 2 * stage, true, frame.mask);
        fill_tile<I>(mansard_tiles + wgmma_tile_at<I>(stage, 2), I::n, 2 * stage + 1, false, frame.mask);
    }
    // The matrix unit reads shared memory by another way than ordinary stores write it.
    SharedBarrier::fence();
    __syncthreads();
    const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_tiles));
    std::uint64_t a[wgmma_stages], b[wgmma_stages];
#pragma unroll
    for (unsigned stage = 0; stage < wgmma_stages; ++stage) {
        a[stage] = matrix_descriptor(base + wgmma_tile_at<I>(stage, 0));
        b[stage] = matrix_descriptor(base + wgmma_tile_at<I>(stage, 2));
    }
    typename I::Accumulator d[128];
#pragma unroll
    for (int i = 0; i < 128; ++i) d[i] = 0;
    // Addresses stand in units of 16 bytes in the low bits of a descriptor.
    std::uint64_t step = tile_bytes(I::m) / 16;
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (int stage = 0; stage < wgmma_stages; ++stage) I::issue(d, a[stage], b[stage]);
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
#pragma unroll
        for (int stage = 0; stage < wgmma_stages; ++stage) a[stage] += step;
        step = 0 - step;
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    auto* out = reinterpret_cast<typename I::Accumulator*>(frame.result) +
                (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * 128;
#pragma unroll
    for (int i = 0; i < 128; ++i) out[i] = d[i];
}

}  // namespace mansard::kernels::cuda

#define MANSARD_WGMMA_ENTRY(symbol, instruction, threads) \
    MANSARD_CUDA_ENTRY(symbol, threads,                   \
                       mansard::kernels::cuda::wgmma_loop<mansard::kernels::cuda::instruction>)
#define MANSARD_WGMMA_KERNELS(list) list(MANSARD_WGMMA_ENTRY)

#else

#include "kernels/cuda/matrix_reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

template <typename I>
std::string check_wgmma(const Evidence& evidence) {
    return check_warpgroup(evidence, I::element, I::k, wgmma_stages);
}

template <typename I>
constexpr KernelDesc wgmma_kernel(std::string_view symbol, unsigned threads) {
    constexpr bool integer = I::facts.dtype == Dtype::i8;
    constexpr double work = I::facts.flops * wgmma_stages;
    return {.family = "wgmma",
            .summary = "matrix products of a warpgroup, wgmma",
            .measures = Kind::compute,
            .device = DeviceKind::cuda,
            .isa = Isa::wgmma,
            .engine = Engine::matrix,
            .dtype = I::facts.dtype,
            .op = Op::fma,
            .work = {.flops = integer ? 0 : work, .ops = integer ? work : 0},
            .instruction = I::facts.sass,
            .instructions_per_trip = wgmma_stages,
            .chains = 1,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .architecture = 90,
                    .only_that = true,
                    .threads = threads,
                    .blocks_per_sm = 1,
                    .threads_per_element = 128,
                    .shared_bytes = wgmma_shared_bytes<I>(),
                    .result_bytes = 128 * 4,
                    .odd_passes = true,
                    .counted = Counted::trips,
                    .check = check_wgmma<I>}};
}

}  // namespace mansard::kernels::cuda

#define MANSARD_WGMMA_DESC(symbol, instruction, threads) wgmma_kernel<instruction>(#symbol, threads),
#define MANSARD_WGMMA_KERNELS(list)                                    \
    namespace mansard::kernels::cuda {                                 \
    namespace {                                                        \
    constinit const KernelDesc kernels[] = {list(MANSARD_WGMMA_DESC)}; \
    }                                                                  \
    MANSARD_CUDA_TABLE                                                 \
    }

#endif
