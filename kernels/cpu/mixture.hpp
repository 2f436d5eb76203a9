// FMA, additions and multiplications side by side, in any ratio: what mix.cpp and mul_add.cpp are made of.
// Included by sources that are compiled once per row of the ISA matrix; everything here has internal linkage.
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

/// A trip is `groups` times: `fmas` FMA, `adds` additions, `muls` multiplications, in this order, each kind
/// on its own accumulators, which take turns. Every kind's instructions per trip are a multiple of its
/// chains.
struct Mixture {
    int fmas = 0, adds = 0, muls = 0;
    int fma_chains = 0, add_chains = 0, mul_chains = 0;
    int groups = 0;

    constexpr int slots() const { return (fmas + adds + muls) * groups; }
    constexpr int chains() const { return fma_chains + add_chains + mul_chains; }
    /// Steps per trip of each accumulator of a kind.
    static constexpr int steps(int count, int chain_count) {
        return chain_count == 0 ? 0 : count / chain_count;
    }
    constexpr int fma_steps() const { return steps(fmas * groups, fma_chains); }
    constexpr int add_steps() const { return steps(adds * groups, add_chains); }
    constexpr int mul_steps() const { return steps(muls * groups, mul_chains); }
    constexpr bool is_even() const {
        return fma_steps() * fma_chains == fmas * groups && add_steps() * add_chains == adds * groups &&
               mul_steps() * mul_chains == muls * groups;
    }
    constexpr int most_steps() const {
        const int most = fma_steps() > add_steps() ? fma_steps() : add_steps();
        return most > mul_steps() ? most : mul_steps();
    }
};

/// Accumulators and constants of a mixture.
template <typename T, Mixture M>
struct Registers {
    Vector<T> fma[M.fma_chains + 1], add[M.add_chains + 1], mul[M.mul_chains + 1];
    Vector<T> multiplicand, term, factor;
};

template <typename T, Mixture M, int Slot>
[[gnu::always_inline]] inline void step(Registers<T, M>& r) {
    constexpr int size = M.fmas + M.adds + M.muls;
    constexpr int group = Slot / size;
    constexpr int place = Slot % size;
    if constexpr (place < M.fmas) {
#if ROW_HAS_FMA
        fma<T>(r.fma[(group * M.fmas + place) % M.fma_chains], r.multiplicand, r.term);
#endif
    } else if constexpr (place < M.fmas + M.adds) {
        add<T>(r.add[(group * M.adds + place - M.fmas) % M.add_chains], r.term);
    } else {
        mul<T>(r.mul[(group * M.muls + place - M.fmas - M.adds) % M.mul_chains], r.factor);
    }
}

template <typename T, Mixture M, int... S, int... F, int... A, int... P>
[[gnu::always_inline]] inline void loop(std::integer_sequence<int, S...>, std::integer_sequence<int, F...>,
                                        std::integer_sequence<int, A...>, std::integer_sequence<int, P...>,
                                        const Frame& frame) {
    using R = Recurrence<T>;
    Registers<T, M> r;
    if constexpr (M.fmas > 0) r.multiplicand = broadcast<T>(R::fma_factor);
    if constexpr (M.fmas + M.adds > 0) r.term = broadcast<T>(R::term);
    if constexpr (M.muls > 0) r.factor = broadcast<T>(R::factor);
    ((r.fma[F] = broadcast<T>(R::start)), ...);
    ((r.add[A] = broadcast<T>(R::start)), ...);
    ((r.mul[P] = broadcast<T>(R::start)), ...);
    for (long trip = frame.passes; trip > 0; --trip) (step<T, M, S>(r), ...);
    (leave<T>(frame, F, r.fma[F]), ...);
    (leave<T>(frame, M.fma_chains + A, r.add[A]), ...);
    (leave<T>(frame, M.fma_chains + M.add_chains + P, r.mul[P]), ...);
}

template <typename T, Mixture M>
double run_mixture(const Frame& frame) {
    loop<T, M>(std::make_integer_sequence<int, M.slots()>{}, std::make_integer_sequence<int, M.fma_chains>{},
               std::make_integer_sequence<int, M.add_chains>{},
               std::make_integer_sequence<int, M.mul_chains>{}, frame);
    return static_cast<double>(frame.passes);
}

template <typename T, Mixture M>
bool check_mixture(const Frame& frame) {
    const std::byte* const adds = frame.result + M.fma_chains * ROW_BYTES;
    const std::byte* const muls = adds + M.add_chains * ROW_BYTES;
    return check_registers<T>(frame.result, M.fma_chains, Op::fma, frame.passes * M.fma_steps()) &&
           check_registers<T>(adds, M.add_chains, Op::add, frame.passes * M.add_steps()) &&
           check_registers<T>(muls, M.mul_chains, Op::mul, frame.passes * M.mul_steps());
}

#if ROW_HAS_FMA
#define ROW_FIRST_INSTRUCTION(fmas) ((fmas) > 0 ? ROW_FMA_INSTRUCTION ROW_PD : ROW_MUL_INSTRUCTION ROW_PD)
#define ROW_FIRST_INSTRUCTION_F32(fmas) ((fmas) > 0 ? ROW_FMA_INSTRUCTION ROW_PS : ROW_MUL_INSTRUCTION ROW_PS)
#else
#define ROW_FIRST_INSTRUCTION(fmas) ROW_MUL_INSTRUCTION ROW_PD
#define ROW_FIRST_INSTRUCTION_F32(fmas) ROW_MUL_INSTRUCTION ROW_PS
#endif

template <typename T, Mixture M>
constexpr KernelDesc mixture_kernel(KernelDesc common) {
    static_assert(M.is_even(), "every accumulator of a kind takes equally many steps");
    common.measures = Kind::compute;
    common.isa = Isa::MANSARD_ROW;
    common.engine = ROW_ENGINE;
    common.dtype = dtype_of<T>;
    common.work.flops = static_cast<double>((2 * M.fmas + M.adds + M.muls) * M.groups * ROW_LANES(T));
    common.instruction = is_double<T> ? ROW_FIRST_INSTRUCTION(M.fmas) : ROW_FIRST_INSTRUCTION_F32(M.fmas);
    common.instructions_per_trip = (M.fmas > 0 ? M.fmas : M.muls) * M.groups;
    common.other_instructions_per_trip = M.slots() - common.instructions_per_trip;
    common.steps_per_trip = M.most_steps();
    common.chains = M.chains();
    common.run = run_mixture<T, M>;
    common.check = check_mixture<T, M>;
    return common;
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
