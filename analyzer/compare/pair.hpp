// One match as numbers: what changed, by how much, and how sure that is.
#pragma once

#include "analyzer/compare/comparison.hpp"
#include "analyzer/compare/match.hpp"

namespace mansard::analyzer {

/// Everything of a pair but its verdict. Quantities are those of one call; where several points of before
/// became one, of the calls that replace them (their sums ÷ the calls of after).
Pair pair_of(const Match& match, const Thresholds& thresholds);

}  // namespace mansard::analyzer
