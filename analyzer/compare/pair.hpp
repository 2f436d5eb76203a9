// One match as numbers: what changed, by how much, and how sure that is.
#pragma once

#include "analyzer/compare/comparison.hpp"
#include "analyzer/compare/match.hpp"

namespace mansard::analyzer {

/// Everything of a pair but its verdict. Quantities are those of one call of before; where several points
/// became one, of the calls that replace them (their sums ÷ the calls of after; where a harness chose the
/// calls, the sum of one call of each). Time, rate and efficiency rest on one estimate of a call's time: see
/// timing_of().
Pair pair_of(const Match& match, const Thresholds& thresholds, const SameWork& work);

}  // namespace mansard::analyzer
