// The loop of the tcgen05 kernels, and their descriptors.
//
// An element is a trip of one block of 128 threads, of which one issues: `stages` instructions on one
// accumulator of 128 × 256 in tensor memory, a commit to a barrier in shared memory, and a wait for the
// barrier of the trip before, so that one group is always under way. Each instruction has operands of its own
// in shared memory; the instruction descriptor turns the sign of A from trip to trip.
//
// Pitfalls: the first instruction of all must not add to what tensor memory holds. Tensor memory is given out
// in columns and must be given back, or the next block waits for ever.
#pragma once

#include "kernels/cuda/instructions/copies.cuh"
#include "kernels/cuda/instructions/tcgen05.cuh"
#include "kernels/cuda/operand_tiles.cuh"

namespace mansard::kernels::cuda {

inline constexpr int tcgen05_stages = 4;
inline constexpr unsigned tcgen05_threads = 128, tcgen05_columns = 256;

/// Shared memory: A and B of each stage, two barriers, and the place where tensor memory's address is put.
template <typename I>
MANSARD_BOTH constexpr unsigned tcgen05_tile_at(unsigned stage, unsigned part) {
    return stage * (tile_bytes(I::m) + tile_bytes(I::n)) + part * tile_bytes(I::m);
}
template <typename I>
MANSARD_BOTH constexpr unsigned tcgen05_barriers_at() {
    return tcgen05_tile_at<I>(tcgen05_stages, 0);
}
template <typename I>
MANSARD_BOTH constexpr unsigned tcgen05_shared_bytes() {
    return tcgen05_barriers_at<I>() + 32;
}

}  // namespace mansard::kernels::cuda

#if defined(__CUDACC__)

namespace mansard::kernels::cuda {

/// True for one thread of the warp. The assembler knows that it is one, so that operands of its instructions
/// need no loop over the threads' different values.
MANSARD_DEVICE bool is_elected() {
    std::uint32_t elected;
    asm volatile("{ .reg .pred p; elect.sync _|p, 0xffffffff; selp.u32 %0, 1, 0, p; }" : "=r"(elected));
    return elected != 0;
}

/// 32 columns of the lanes of this warp.
MANSARD_DEVICE void read_tensor_memory(std::uint32_t at, std::uint32_t (&v)[32]) {
    asm volatile(
        "tcgen05.ld.sync.aligned.32x32b.x32.b32 "
        "{%0,%1,%2,%3,%4,%5,%6,%7,%8,%9,%10,%11,%12,%13,%14,%15,%16,%17,"
        "%18,%19,%20,%21,%22,%23,%24,%25,%26,%27,%28,%29,%30,%31}, [%32];"
        : "=r"(v[0]), "=r"(v[1]), "=r"(v[2]), "=r"(v[3]), "=r"(v[4]), "=r"(v[5]), "=r"(v[6]), "=r"(v[7]),
          "=r"(v[8]), "=r"(v[9]), "=r"(v[10]), "=r"(v[11]), "=r"(v[12]), "=r"(v[13]), "=r"(v[14]),
          "=r"(v[15]), "=r"(v[16]), "=r"(v[17]), "=r"(v[18]), "=r"(v[19]), "=r"(v[20]), "=r"(v[21]),
          "=r"(v[22]), "=r"(v[23]), "=r"(v[24]), "=r"(v[25]), "=r"(v[26]), "=r"(v[27]), "=r"(v[28]),
          "=r"(v[29]), "=r"(v[30]), "=r"(v[31])
        : "r"(at));
    asm volatile("tcgen05.wait::ld.sync.aligned;" ::: "memory");
}

/// The loop itself, for the one thread that issues.
template <typename I>
MANSARD_DEVICE void tcgen05_issue(const GpuFrame& frame, std::uint32_t base, std::uint32_t d) {
    std::uint64_t a[tcgen05_stages], b[tcgen05_stages];
#pragma unroll
    for (unsigned stage = 0; stage < tcgen05_stages; ++stage) {
        a[stage] = tensor_descriptor(base + tcgen05_tile_at<I>(stage, 0));
        b[stage] = tensor_descriptor(base + tcgen05_tile_at<I>(stage, 1));
    }
    std::uint32_t descriptor = instruction_descriptor(I::formats, I::m, I::n);
    std::uint32_t barrier = base + tcgen05_barriers_at<I>();
#pragma unroll 1
    for (std::uint64_t trip = 0; trip < frame.passes; ++trip) {
        I::issue(d, a[0], b[0], descriptor, trip > 0);
#pragma unroll
        for (int stage = 1; stage < tcgen05_stages; ++stage) I::issue(d, a[stage], b[stage], descriptor, 1);
        asm volatile(
            "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [%0];" ::"r"(barrier)
            : "memory");
        // Two barriers take turns, 8 bytes apart; the phase of each turns with every second trip.
        barrier ^= 8;
        if (trip > 0) SharedBarrier::wait(barrier, static_cast<std::uint32_t>(trip - 1) / 2 & 1);
        if constexpr (I::formats.may_negate) descriptor ^= negate_a;
    }
    SharedBarrier::wait(barrier ^ 8, static_cast<std::uint32_t>(frame.passes - 1) / 2 & 1);
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
}

template <typename I>
MANSARD_DEVICE void tcgen05_loop(const GpuFrame& frame) {
    for (unsigned stage = 0; stage < tcgen05_stages; ++stage) {
        fill_tile<I>(mansard_tiles + tcgen05_tile_at<I>(stage, 0), I::m, 2 * stage, false, frame.mask);
        fill_tile<I>(mansard_tiles + tcgen05_tile_at<I>(stage, 1), I::n, 2 * stage + 1, false, frame.mask);
    }
    const auto base = static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_tiles));
    const std::uint32_t barriers = base + tcgen05_barriers_at<I>(), address_at = barriers + 16;
    if (threadIdx.x < 32) {
        asm volatile("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%0], %1;" ::"r"(address_at),
                     "n"(tcgen05_columns)
                     : "memory");
        asm volatile("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;" ::: "memory");
    }
    if (threadIdx.x == 0) {
        SharedBarrier::make(barriers, 1);
        SharedBarrier::make(barriers + 8, 1);
    }
    // The matrix unit reads shared memory by another way than ordinary stores write it.
    SharedBarrier::fence();
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    std::uint32_t d;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(d) : "r"(address_at) : "memory");
    if (threadIdx.x < 32 && is_elected()) tcgen05_issue<I>(frame, base, d);
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    // Lane = row; a warp reads the 32 lanes that are its own. Lanes stand in the upper half of an address.
    auto* out = reinterpret_cast<std::uint32_t*>(frame.result) +
                (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * tcgen05_columns;
#pragma unroll 1
    for (unsigned column = 0; column < tcgen05_columns; column += 32) {
        std::uint32_t values[32];
        read_tensor_memory(d + (threadIdx.x / 32 * 32 << 16) + column, values);
#pragma unroll
        for (int i = 0; i < 32; ++i) out[column + i] = values[i];
    }
    // All have read before it is given back.
    asm volatile("tcgen05.fence::before_thread_sync;" ::: "memory");
    __syncthreads();
    asm volatile("tcgen05.fence::after_thread_sync;" ::: "memory");
    if (threadIdx.x < 32)
        asm volatile("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, %1;" ::"r"(d), "n"(tcgen05_columns)
                     : "memory");
}

}  // namespace mansard::kernels::cuda

#define MANSARD_TCGEN05_ENTRY(symbol, instruction)                      \
    MANSARD_CUDA_ENTRY(symbol, mansard::kernels::cuda::tcgen05_threads, \
                       mansard::kernels::cuda::tcgen05_loop<mansard::kernels::cuda::instruction>)
#define MANSARD_TCGEN05_KERNELS(list) list(MANSARD_TCGEN05_ENTRY)

#else

#include "kernels/cuda/matrix_reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

template <typename I>
std::string check_tcgen05(const Evidence& evidence) {
    return check_tensor_memory(evidence, I::element, I::k, tcgen05_stages);
}

template <typename I>
constexpr KernelDesc tcgen05_kernel(std::string_view symbol) {
    constexpr bool integer = I::facts.dtype == Dtype::i8;
    constexpr double work = I::facts.flops * tcgen05_stages;
    return {.family = "tcgen05",
            .summary = "matrix products into tensor memory, tcgen05",
            .measures = Kind::compute,
            .device = DeviceKind::cuda,
            .isa = Isa::tcgen05,
            .engine = Engine::matrix,
            .dtype = I::facts.dtype,
            .op = Op::fma,
            .work = {.flops = integer ? 0 : work, .ops = integer ? work : 0},
            .instruction = I::facts.sass,
            .instructions_per_trip = tcgen05_stages,
            .chains = 1,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .architecture = 100,
                    .only_that = true,
                    .threads = tcgen05_threads,
                    .blocks_per_sm = 1,
                    .threads_per_element = tcgen05_threads,
                    .shared_bytes = tcgen05_shared_bytes<I>(),
                    .result_bytes = tcgen05_columns * 4,
                    .odd_passes = true,
                    .counted = Counted::trips,
                    .check = check_tcgen05<I>}};
}

}  // namespace mansard::kernels::cuda

#define MANSARD_TCGEN05_DESC(symbol, instruction) tcgen05_kernel<instruction>(#symbol),
#define MANSARD_TCGEN05_KERNELS(list)                                    \
    namespace mansard::kernels::cuda {                                   \
    namespace {                                                          \
    constinit const KernelDesc kernels[] = {list(MANSARD_TCGEN05_DESC)}; \
    }                                                                    \
    MANSARD_CUDA_TABLE                                                   \
    }

#endif
