// The measured way around a ridge, between its samples.
#pragma once

#include <optional>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// FLOP/s that loads and FMA of `dtype` reach together at `intensity` FLOP/B of `level`, by `threads` cores
/// (nothing: all): between the two nearest samples, straight in logarithms. Nothing outside of the samples,
/// or where these cores' ridge was not measured or is suspect.
std::optional<double> ridge_rate(const Ceilings& ceilings, Level level, Dtype dtype,
                                 std::optional<int> threads, double intensity);

}  // namespace mansard::ceilings
