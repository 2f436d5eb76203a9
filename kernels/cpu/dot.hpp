// Dot products of two or four neighbours added to accumulators of 32 bits: the kernel of every extension that
// has such an instruction. A row's header says which: ROW_DOT, ROW_DOT_INSTRUCTION, ROW_DOT_DTYPE,
// ROW_DOT_PAIRS.
//
// Work: 2 operations per pair, lane and instruction. The factors are small constants, so that every step adds
// the same to every lane: 60 to an integer (3 × 5, four times), 2⁻²⁰ to an f32 (1 × 2⁻²¹, twice), exactly.
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

inline constexpr bool of_integers = ROW_DOT_DTYPE == Dtype::i8;
/// Four bytes of 3 and of 5; two bf16 of 1 and of 2⁻²¹.
inline constexpr std::uint32_t first_factor = of_integers ? 0x03030303U : 0x3f803f80U;
inline constexpr std::uint32_t second_factor = of_integers ? 0x05050505U : 0x35003500U;
inline constexpr std::uint32_t start_value = of_integers ? 1U : 0x3f800000U;  // 1, or 1.0 in f32

using Lanes = Vector<std::uint32_t>;

template <int Chains>
double run(const Frame& frame) {
    const Lanes first = Lanes{} + first_factor, second = Lanes{} + second_factor;
    const auto step = [ first, second ](Lanes & value) __attribute__((always_inline)) {
        asm volatile(ROW_DOT : "+" ROW_REG(value) : ROW_REG(first), ROW_REG(second));
    };
    return run_chains<std::uint32_t>(std::make_integer_sequence<int, Chains>{}, frame, Lanes{} + start_value,
                                     step);
}

template <int Chains>
bool check(const Frame& frame) {
    constexpr std::size_t lanes = ROW_BYTES / 4;
    return of_integers ? check_wrapping_sum(frame.result, Chains * lanes, start_value, 60, frame.passes)
                       : check_recurrence(frame.result, Chains * lanes, Op::add, Dtype::f32, frame.passes);
}

template <int Chains>
constexpr KernelDesc describe() {
    const double work = 2.0 * ROW_DOT_PAIRS * (ROW_BYTES / 4) * Chains;
    KernelDesc kernel{.family = "dot",
                      .summary = "dot products of neighbours into 32 bits",
                      .measures = Kind::compute,
                      .isa = Isa::MANSARD_ROW,
                      .engine = ROW_ENGINE,
                      .dtype = ROW_DOT_DTYPE,
                      .op = Op::dot,
                      .instruction = ROW_DOT_INSTRUCTION,
                      .instructions_per_trip = Chains,
                      .chains = Chains,
                      .run = run<Chains>,
                      .check = check<Chains>};
    (of_integers ? kernel.work.ops : kernel.work.flops) = work;
    return kernel;
}

constinit const KernelDesc kernels[] = {describe<8>(), describe<10>(), describe<12>()};

}  // namespace
extern const KernelTable dot_kernels;
constinit const KernelTable dot_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
