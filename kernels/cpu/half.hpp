// Fused multiply-add in half precision: the kernel of every extension that has one. A row's header says
// which: ROW_HALF, ROW_HALF_INSTRUCTION.
//
// Work: 2 FLOP per lane and instruction. Half precision has eleven bits: a sum that only grew would soon stop
// to change. So it climbs from 1 to 1.5 in half_slope steps of 2⁻¹⁰, each of them exact, and down again.
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

using Lanes = Vector<std::uint16_t>;

template <int... I>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, I...>, const Frame& frame) {
    const Lanes increment = Lanes{} + std::uint16_t{0x1400};  // 2⁻¹⁰
    Lanes factor = Lanes{} + std::uint16_t{0x3c00};           // 1, then −1, then 1 …
    Lanes a[sizeof...(I)];
    ((a[I] = Lanes{} + std::uint16_t{0x3c00}), ...);
    for (long left = frame.passes; left > 0; left -= half_slope) {
        const Lanes f = factor;
        const auto step = [ f, increment ](Lanes & value) __attribute__((always_inline)) {
            asm volatile(ROW_HALF : "+" ROW_REG(value) : ROW_REG(f), ROW_REG(increment));
        };
        for (long trip = left < half_slope ? left : half_slope; trip > 0; --trip) (step(a[I]), ...);
        factor ^= Lanes{} + std::uint16_t{0x8000};
    }
    (leave<std::uint16_t>(frame, I, a[I]), ...);
}

template <int Chains>
double run(const Frame& frame) {
    loop(std::make_integer_sequence<int, Chains>{}, frame);
    return static_cast<double>(frame.passes);
}

template <int Chains>
bool check(const Frame& frame) {
    return check_half_slopes(frame.result, Chains * ROW_BYTES / 2, frame.passes);
}

template <int Chains>
constexpr KernelDesc kernel = {.family = "fma",
                               .summary = "fused multiply-add in half precision",
                               .measures = Kind::compute,
                               .isa = Isa::MANSARD_ROW,
                               .engine = ROW_ENGINE,
                               .dtype = Dtype::f16,
                               .op = Op::fma,
                               .work = {.flops = 2.0 * (ROW_BYTES / 2) * Chains},
                               .instruction = ROW_HALF_INSTRUCTION,
                               .instructions_per_trip = Chains,
                               .chains = Chains,
                               .run = run<Chains>,
                               .check = check<Chains>};

constinit const KernelDesc kernels[] = {kernel<8>, kernel<10>, kernel<12>};

}  // namespace
extern const KernelTable fma_kernels;
constinit const KernelTable fma_kernels{kernels, std::size(kernels)};
}  // namespace mansard::kernels::MANSARD_ROW
