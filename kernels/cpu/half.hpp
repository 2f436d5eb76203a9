// Arithmetic in half precision: the kernels of every extension that has it. A row's header says with which
// instructions: ROW_HALF_FMA, ROW_HALF_ADD, ROW_HALF_MUL.
//
// Work: 2 FLOP per lane and FMA, 1 per addition or multiplication. Half precision has eleven bits: a sum that
// only grew would soon stop to change. So each accumulator climbs from 1 to 1.5 in half_slope steps of one
// last place, 2⁻¹⁰, and down again: by FMA and additions exactly, by products since they round to the next
// number (x × (1 + 2⁻¹⁰) is 1 to 1.5 last places more, x × (1 − 2⁻¹¹) is 0.5 to 0.75 less).
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

using Lanes = Vector<std::uint16_t>;

inline constexpr std::uint16_t half_one = 0x3c00, half_sign = 0x8000;
inline constexpr std::uint16_t half_last_place = 0x1400;                            // 2⁻¹⁰
inline constexpr std::uint16_t half_factor_up = 0x3c01, half_factor_down = 0x3bff;  // 1 + 2⁻¹⁰, 1 − 2⁻¹¹

/// What changes between climbing and falling.
struct Slope {
    Lanes factor = Lanes{} + half_one;            ///< of FMA: 1, then −1
    Lanes increment = Lanes{} + half_last_place;  ///< of FMA, always this one
    Lanes term = Lanes{} + half_last_place;       ///< of additions
    Lanes multiplier = Lanes{} + half_factor_up;

    [[gnu::always_inline]] void turn() {
        factor ^= Lanes{} + half_sign;
        term ^= Lanes{} + half_sign;
        multiplier ^= Lanes{} + static_cast<std::uint16_t>(half_factor_up ^ half_factor_down);
    }
};

template <Op O>
[[gnu::always_inline]] inline void step(Lanes& value, const Slope& slope) {
    if constexpr (O == Op::fma)
        asm volatile(ROW_HALF_FMA : "+" ROW_REG(value) : ROW_REG(slope.factor), ROW_REG(slope.increment));
    else if constexpr (O == Op::add)
        asm volatile(ROW_HALF_ADD : "+" ROW_REG(value) : ROW_REG(slope.term));
    else
        asm volatile(ROW_HALF_MUL : "+" ROW_REG(value) : ROW_REG(slope.multiplier));
}

/// Two of one kind, then two of the other, if there is another: as in mix.cpp.
template <Op First, bool Mixed, int... P>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, P...>, const Frame& frame) {
    Slope slope;
    Lanes a[2 * sizeof...(P)], b[2 * sizeof...(P)];
    ((a[2 * P] = a[2 * P + 1] = Lanes{} + half_one), ...);
    if constexpr (Mixed) ((b[2 * P] = b[2 * P + 1] = Lanes{} + half_one), ...);
    for (long left = frame.passes; left > 0; left -= half_slope) {
        const auto pair = [&](Lanes * first, Lanes * other) __attribute__((always_inline)) {
            step<First>(first[0], slope);
            step<First>(first[1], slope);
            if constexpr (Mixed) {
                step<Op::add>(other[0], slope);
                step<Op::add>(other[1], slope);
            }
        };
        for (long trip = left < half_slope ? left : half_slope; trip > 0; --trip)
            (pair(a + 2 * P, b + 2 * P), ...);
        slope.turn();
    }
    ((leave<std::uint16_t>(frame, 2 * P, a[2 * P]), leave<std::uint16_t>(frame, 2 * P + 1, a[2 * P + 1])),
     ...);
    if constexpr (Mixed) {
        constexpr int more = 2 * sizeof...(P);
        ((leave<std::uint16_t>(frame, more + 2 * P, b[2 * P]),
          leave<std::uint16_t>(frame, more + 2 * P + 1, b[2 * P + 1])),
         ...);
    }
}

template <Op O, int Chains>
double run(const Frame& frame) {
    constexpr bool mixed = O == Op::mix;
    loop<mixed ? Op::fma : O, mixed>(std::make_integer_sequence<int, Chains / 2>{}, frame);
    return static_cast<double>(frame.passes);
}

template <int Chains>
bool check(const Frame& frame) {
    return check_half_slopes(frame.result, Chains * ROW_BYTES / 2, frame.passes);
}

/// `Chains` accumulators of each kind.
template <Op O, int Chains>
constexpr KernelDesc kernel = {.family = name_of(O),
                               .summary = "half precision, on independent accumulators",
                               .measures = Kind::compute,
                               .isa = Isa::MANSARD_ROW,
                               .engine = ROW_ENGINE,
                               .dtype = Dtype::f16,
                               .op = O,
                               .work = {.flops = (O == Op::mix   ? 3.0
                                                  : O == Op::fma ? 2.0
                                                                 : 1.0) *
                                                 (ROW_BYTES / 2) * Chains},
                               .instruction = O == Op::add   ? ROW_HALF_ADD_INSTRUCTION
                                              : O == Op::mul ? ROW_HALF_MUL_INSTRUCTION
                                                             : ROW_HALF_FMA_INSTRUCTION,
                               .instructions_per_trip = Chains,
                               .other_instructions_per_trip = O == Op::mix ? Chains : 0,
                               .chains = O == Op::mix ? 2 * Chains : Chains,
                               .run = run<O, Chains>,
                               .check = check<(O == Op::mix ? 2 : 1) * Chains>};

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW

/// The kernels of one operation and their table; `family` is the file's name.
#define ROW_HALF_KERNELS(family, ...)                                          \
    namespace mansard::kernels::MANSARD_ROW {                                  \
    namespace {                                                                \
    constinit const KernelDesc kernels[] = {__VA_ARGS__};                      \
    }                                                                          \
    extern const KernelTable family##_kernels;                                 \
    constinit const KernelTable family##_kernels{kernels, std::size(kernels)}; \
    }
