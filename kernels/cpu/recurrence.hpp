// The arithmetic of the compute kernels, once: the loops run it and the checks follow it step by step.
#pragma once

#include <cstdint>

#include "core/names.hpp"

namespace mansard::kernels {

/// Every accumulator starts at 1. The constants keep each step's change above half a unit in the last place
/// and the value within [1, 16) ((0.36, 1] where it is divided) for up to max_steps steps, so that no two
/// step counts give the same value, and nothing overflows, becomes denormal or NaN.
template <typename T>
struct Recurrence;
template <>
struct Recurrence<double> {
    static constexpr double start = 1, factor = 1 + 0x1p-30, term = 0x1p-20, fma_factor = 1.5;
};
template <>
struct Recurrence<float> {
    static constexpr float start = 1, factor = 1 + 0x1p-22F, term = 0x1p-20F, fma_factor = 1.5F;
};
/// Integers wrap; a product by an odd number keeps all 32 bits, and neither repeats within max_steps steps.
template <>
struct Recurrence<std::int32_t> {
    static constexpr std::uint32_t start = 1, factor = 0x9e3779b1U, term = 0x9e3779b1U;
};

/// More steps than this on one accumulator are not checkable in f32.
inline constexpr long max_steps = 1L << 22;

/// The value after `steps` steps of a ← a + fma_factor × term (fma; an addition in its place would show),
/// a + term (add), a × factor (mul) or a ÷ factor (div), exact to the last bit; of an i32 its 32 bits.
double recurrence_value(Op op, Dtype dtype, long steps);

}  // namespace mansard::kernels
