// What the arithmetic kernels must leave behind, followed on the host step by step.
#pragma once

#include <string>

#include "core/names.hpp"
#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/numbers.cuh"

namespace mansard::kernels::cuda {

/// The bits of `chains` accumulators of thread `thread` (of its block) after `steps` steps on each. Exact:
/// f64 and f32 by the host's own fused arithmetic, halves by arithmetic in f64, which holds their products
/// and sums exactly, and one rounding.
std::vector<std::uint64_t> accumulators_after(Op op, Storage storage, unsigned thread, int chains,
                                              std::uint64_t steps, bool zeros);

/// Compares what the first and the last thread of a launch left with the above; empty: equal to the last bit.
std::string check_steps(const Evidence& evidence, Op op, Storage storage, int chains, int steps_per_trip);

/// The sum modulo 2³² of number_at(i) for i from 0 to `count` − 1.
std::uint32_t sum_of_numbers(std::uint64_t count);

/// The same of float_bits_at(i).
std::uint32_t sum_of_floats(std::uint64_t count);

/// The sum modulo 2³² of what all threads of a launch left behind.
std::uint32_t sum_of_results(const Evidence& evidence);

/// "the sum of what was read is 0x… instead of 0x…", or nothing if it is `expected`.
std::string compare_sums(std::uint32_t found, std::uint32_t expected);

/// Whether windows at the start, the middle and the end of array `array` hold what `expected(index)` says of
/// each 32-bit place; otherwise where the first difference is.
std::string check_windows(const Evidence& evidence, int array,
                          std::uint32_t (*expected)(std::uint32_t index));

/// Where a chase over `lines` (a power of two) stands after `steps` steps from line `start`: each line names
/// link_factor × line + link_term (modulo lines) as the next, which visits all of them before any again.
inline constexpr std::uint32_t link_factor = 1664525, link_term = 1013904223;
std::uint64_t line_after(std::uint64_t start, std::uint64_t steps, std::uint64_t lines);

}  // namespace mansard::kernels::cuda
