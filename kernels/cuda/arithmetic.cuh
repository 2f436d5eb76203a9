// The loop of the CUDA-core compute kernels, and their descriptors.
//
// An element is a trip of one warp: 256 issues of the instruction on `Chains` independent accumulators. The
// loop's own three instructions take issue slots of the same scheduler, so a trip is long: 256 of 259 slots.
#pragma once

#include "kernels/cuda/arithmetic_shape.hpp"
#include "kernels/cuda/instructions/arithmetic.cuh"

#if MANSARD_DEVICE_CODE

namespace mansard::kernels::cuda {

template <typename V>
MANSARD_DEVICE V from_bits(std::uint64_t bits, std::uint32_t mask) {
    if constexpr (sizeof(V) == 8) {
        const std::uint64_t wide = static_cast<std::uint64_t>(mask) << 32 | mask;
        return __longlong_as_double(static_cast<long long>(bits & wide));
    } else if constexpr (std::is_same_v<V, float>) {
        return __uint_as_float(static_cast<std::uint32_t>(bits) & mask);
    } else {
        return static_cast<std::uint32_t>(bits) & mask;
    }
}

template <typename I, int Chains>
MANSARD_DEVICE void arithmetic_loop(const GpuFrame& frame) {
    using V = typename I::Value;
    constexpr StepBits bits = step_bits(I::storage);
    const auto constant = [&](std::uint64_t of) { return from_bits<V>(of, frame.mask); };
    const StepConstants<V> k{constant(bits.factor), constant(bits.term), constant(bits.minus_term),
                             constant(bits.two), constant(bits.half)};
    V x[Chains];
#pragma unroll
    for (int i = 0; i < Chains; ++i) x[i] = constant(start_bits(I::storage, start_index(threadIdx.x, i)));
#pragma unroll 1
    for (std::uint64_t trip = frame.passes; trip > 0; --trip) {
#pragma unroll
        for (int step = 0; step < arithmetic_issues / Chains; ++step)
#pragma unroll
            for (int i = 0; i < Chains; ++i) I::step(x[i], x[(i + 1) % Chains], step % 2 == 1, k);
    }
    auto* const out = reinterpret_cast<V*>(frame.result) +
                      (static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x) * Chains;
#pragma unroll
    for (int i = 0; i < Chains; ++i) out[i] = x[i];
}

}  // namespace mansard::kernels::cuda

#define MANSARD_ARITHMETIC_ENTRY(symbol, instruction, chains)              \
    MANSARD_CUDA_ENTRY(symbol, mansard::kernels::cuda::arithmetic_threads, \
                       mansard::kernels::cuda::arithmetic_loop<mansard::kernels::cuda::instruction, chains>)
#define MANSARD_ARITHMETIC_KERNELS(family, operation, list) list(MANSARD_ARITHMETIC_ENTRY)

#else

#include "kernels/cuda/reference.hpp"
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {

template <typename I, Op operation, int Chains>
std::string check_arithmetic(const Evidence& evidence) {
    return check_steps(evidence, operation, I::storage, Chains, arithmetic_issues / Chains);
}

template <typename I, Op operation, int Chains>
constexpr KernelDesc arithmetic_kernel(std::string_view family, std::string_view symbol) {
    constexpr bool integer = I::facts.dtype == Dtype::i32;
    constexpr double work = I::facts.flops * arithmetic_issues;
    return {.family = family,
            .summary = "independent accumulators on the CUDA cores",
            .measures = Kind::compute,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .engine = Engine::vector,
            .dtype = I::facts.dtype,
            .op = operation,
            .work = {.flops = integer ? 0 : work, .ops = integer ? work : 0},
            .instruction = I::facts.sass,
            .instructions_per_trip = arithmetic_issues,
            .chains = Chains,
            .gpu = {.symbol = symbol,
                    .image = MANSARD_CUDA_IMAGE,
                    .architecture = I::facts.architecture,
                    .threads = arithmetic_threads,
                    .blocks_per_sm = 4,
                    .result_bytes = Chains * sizeof(typename I::Value),
                    .counted = Counted::trips,
                    .check = check_arithmetic<I, operation, Chains>}};
}

}  // namespace mansard::kernels::cuda

#define MANSARD_ARITHMETIC_DESC(symbol, instruction, chains) \
    arithmetic_kernel<instruction, mansard_operation, chains>(mansard_family, #symbol),
#define MANSARD_ARITHMETIC_KERNELS(family, operation, list)                 \
    namespace mansard::kernels::cuda {                                      \
    namespace {                                                             \
    constexpr Op mansard_operation = operation;                             \
    constexpr std::string_view mansard_family = #family;                    \
    constinit const KernelDesc kernels[] = {list(MANSARD_ARITHMETIC_DESC)}; \
    }                                                                       \
    MANSARD_CUDA_TABLE                                                      \
    }

#endif
