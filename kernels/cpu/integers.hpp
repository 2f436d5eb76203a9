// How a kernel of 32-bit integers is put together: chains of accumulators that wrap.
// Included by sources that are compiled once per row of the ISA matrix; everything here has internal linkage.
#pragma once

#include "kernels/cpu/compute.hpp"

namespace mansard::kernels::MANSARD_ROW {
#if ROW_HAS_INTEGERS
namespace {

/// `step(accumulators[i])` for every chain, once per trip.
template <typename Step, int... I>
[[gnu::always_inline]] inline double run_integers(std::integer_sequence<int, I...>, const Frame& frame,
                                                  Step step) {
    Integers a[sizeof...(I)];
    ((a[I] = broadcast_integer(Recurrence<std::int32_t>::start)), ...);
    for (long trip = frame.passes; trip > 0; --trip) (step(a[I]), ...);
    ((*reinterpret_cast<Integers*>(frame.result + static_cast<std::size_t>(I) * ROW_BYTES) = a[I]), ...);
    return static_cast<double>(frame.passes);
}

template <int Chains>
bool check_integers(const std::byte* result, Op op, long steps) {
    return check_registers<std::int32_t>(result, Chains, op, steps);
}

template <int Chains>
constexpr KernelDesc integer_kernel(KernelDesc common) {
    common = chain_kernel<std::int32_t, Chains>(common, 0);
    common.work = {.ops = static_cast<double>(Chains * ROW_LANES(std::int32_t))};
    return common;
}

}  // namespace
#endif
}  // namespace mansard::kernels::MANSARD_ROW
