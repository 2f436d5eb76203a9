// How a compute kernel is put together from one atom: chains of accumulators, their results, their
// descriptor. Included by sources that are compiled once per row of the ISA matrix; everything here has
// internal linkage.
#pragma once

#include <iterator>
#include <utility>

#include MANSARD_ROW_HEADER
#include "kernels/cpu/checks.hpp"
#include "kernels/cpu/recurrence.hpp"

namespace mansard::kernels::MANSARD_ROW {
namespace {

template <typename T>
inline constexpr Dtype dtype_of = is_double<T>    ? Dtype::f64
                                  : is_integer<T> ? Dtype::i32
                                                  : Dtype::f32;

template <typename T>
[[gnu::always_inline]] inline Vector<T> broadcast(T value) {
    return Vector<T>{} + value;
}

/// Whole registers are stored: taking lanes out of an accumulator costs GCC a spill in the loop.
template <typename T>
[[gnu::always_inline]] inline void leave(const Frame& frame, int index, Vector<T> value) {
    *reinterpret_cast<UnalignedVector<T>*>(frame.result + index * ROW_BYTES) = value;
}

/// `step(accumulators[i])` for every chain, once per trip; all of them begin with `start`.
template <typename T, typename Step, int... I>
[[gnu::always_inline]] inline double run_chains(std::integer_sequence<int, I...>, const Frame& frame,
                                                Vector<T> start, Step step) {
    Vector<T> a[sizeof...(I)];
    ((a[I] = start), ...);
    for (long trip = frame.passes; trip > 0; --trip) (step(a[I]), ...);
    (leave<T>(frame, I, a[I]), ...);
    return static_cast<double>(frame.passes);
}

/// Lanes 0 … ROW_LANES of each of `chains` registers at result hold the recurrence after `steps` steps.
template <typename T>
inline bool check_registers(const std::byte* result, int chains, Op op, long steps) {
    for (int chain = 0; chain < chains; ++chain)
        if (!check_recurrence(result + chain * ROW_BYTES, ROW_LANES(T), op, dtype_of<T>, steps)) return false;
    return true;
}

/// The mnemonic of an atom for T: `base` with the suffix of the type.
#define ROW_INSTRUCTION(T, base) (is_double<T> ? base ROW_PD : base ROW_PS)

/// The descriptor of a kernel that does `op` on `Chains` accumulators per trip.
template <typename T, int Chains>
constexpr KernelDesc chain_kernel(KernelDesc common, int flops_per_lane) {
    common.isa = Isa::MANSARD_ROW;
    common.engine = ROW_ENGINE;
    common.measures = Kind::compute;
    common.dtype = dtype_of<T>;
    common.work.flops = static_cast<double>(flops_per_lane * Chains * ROW_LANES(T));
    common.instructions_per_trip = Chains;
    common.chains = Chains;
    return common;
}

}  // namespace
}  // namespace mansard::kernels::MANSARD_ROW
