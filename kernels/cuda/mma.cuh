// The loop of the mma.sync kernels, and their descriptors.
//
// An element is a trip of one warp: on each of `Chains` independent accumulators the instruction is issued
// eight times (FP8: four). Each accumulator has operands of its own, so that from one issue to the next all
// inputs change, as they do in a matrix product: equal ones would draw less power and so run at a higher
// clock.
#pragma once

#include "kernels/cuda/matrices.cuh"

#if MANSARD_DEVICE_CODE

namespace mansard::kernels::cuda {

/// The bits of one operand register: its elements side by side, or zeros.
template <typename I, typename At>
MANSARD_DEVICE typename I::Operand packed(unsigned which, std::uint32_t mask, const At& at) {
    constexpr int bits = bits_of(I::element);
    std::uint64_t word = 0;
    constexpr int parts = I::element == Element::f64 ? 1 : 32 / bits;
#pragma unroll
    for (int part = 0; part < parts; ++part) {
        const Cell cell = at(part);
        word |= bits_of_whole(I::element, whole_at(I::element, which, cell.row, cell.column))
                << (part * bits);
    }
    if (mask == 0) word = 0;
    if constexpr (sizeof(typename I::Operand) == 8)
        return __longlong_as_double(static_cast<long long>(word));
    else
        return static_cast<std::uint32_t>(word);
}

/// The operand with the sign of every element turned; integers stay as they are, and add up.
template <Element element, typename V>
MANSARD_DEVICE V negated(V value) {
    if constexpr (element == Element::f64) {
        // A minus would become an addition, on the unit that is measured.
        asm volatile(
            "{ .reg .b32 low, high; mov.b64 {low, high}, %0; xor.b32 high, high, 0x80000000; "
            "mov.b64 %0, {low, high}; }"
            : "+d"(value));
        return value;
    } else if constexpr (element == Element::tf32)
        return value ^ 0x80000000U;
    else if constexpr (element == Element::f16 || element == Element::bf16)
        return value ^ 0x80008000U;
    else if constexpr (element == Element::e4m3)
        return value ^ 0x80808080U;
    else
        return value;
}

template <typename I, int Chains>
MANSARD_DEVICE void mma_loop(const GpuFrame& frame) {
    const unsigned lane = threadIdx.x % 32;
    typename I::Operand a[Chains][I::a], b[Chains][I::b];
    typename I::Accumulator d[Chains][I::d];
#pragma unroll
    for (unsigned chain = 0; chain < Chains; ++chain) {
#pragma unroll
        for (int i = 0; i < I::a; ++i)
            a[chain][i] = packed<I>(2 * chain, frame.mask,
                                    [&](int part) { return a_cell(I::element, I::a, lane, i, part); });
#pragma unroll
        for (int i = 0; i < I::b; ++i)
            b[chain][i] = packed<I>(2 * chain + 1, frame.mask,
                                    [&](int part) { return b_cell(I::element, lane, i, part); });
#pragma unroll
        for (int i = 0; i < I::d; ++i) d[chain][i] = 0;
    }
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
#pragma unroll
        for (int repeat = 0; repeat < mma_repeats(I::element); ++repeat)
#pragma unroll
            for (int chain = 0; chain < Chains; ++chain) I::issue(d[chain], a[chain], b[chain]);
#pragma unroll
        for (int chain = 0; chain < Chains; ++chain)
#pragma unroll
            for (int i = 0; i < I::a; ++i) a[chain][i] = negated<I::element>(a[chain][i]);
    }
    auto* out = reinterpret_cast<typename I::Accumulator*>(frame.result) +
                (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * Chains * I::d;
#pragma unroll
    for (int chain = 0; chain < Chains; ++chain)
#pragma unroll
        for (int i = 0; i < I::d; ++i) *out++ = d[chain][i];
}

}  // namespace mansard::kernels::cuda

#define MANSARD_MMA_ENTRY(symbol, instruction, chains) \
    MANSARD_CUDA_ENTRY(symbol, 256,                    \
                       mansard::kernels::cuda::mma_loop<mansard::kernels::cuda::instruction, chains>)
#define MANSARD_MMA_KERNELS(list) list(MANSARD_MMA_ENTRY)

#else

#include "kernels/cuda/matrix_reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

template <typename I, int Chains>
std::string check_mma(const Evidence& evidence) {
    return check_fragments(evidence, {.element = I::element, .k = I::k, .chains = Chains, .registers = I::d});
}

template <typename I, int Chains>
constexpr KernelDesc mma_kernel(std::string_view symbol) {
    constexpr bool integer = I::facts.dtype == Dtype::i8;
    constexpr double work = I::facts.flops * mma_repeats(I::element) * Chains;
    return {.family = "mma",
            .summary = "matrix products of a warp, mma.sync",
            .measures = Kind::compute,
            .device = DeviceKind::cuda,
            .isa = Isa::mma_sync,
            .engine = Engine::matrix,
            .dtype = I::facts.dtype,
            .op = Op::fma,
            .work = {.flops = integer ? 0 : work, .ops = integer ? work : 0},
            .instruction = I::facts.sass,
            .instructions_per_trip = mma_repeats(I::element) * Chains,
            .chains = Chains,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .architecture = I::facts.architecture,
                    .emulated_from = I::facts.emulated_from,
                    .emulated_to = I::facts.emulated_to,
                    .threads = 256,
                    .blocks_per_sm = 2,
                    .result_bytes = Chains * I::d * sizeof(typename I::Accumulator),
                    .odd_passes = true,
                    .counted = Counted::trips,
                    .check = check_mma<I, Chains>}};
}

}  // namespace mansard::kernels::cuda

#define MANSARD_MMA_DESC(symbol, instruction, chains) mma_kernel<instruction, chains>(#symbol),
#define MANSARD_MMA_KERNELS(list)                                    \
    namespace mansard::kernels::cuda {                               \
    namespace {                                                      \
    constinit const KernelDesc kernels[] = {list(MANSARD_MMA_DESC)}; \
    }                                                                \
    MANSARD_CUDA_TABLE                                               \
    }

#endif
