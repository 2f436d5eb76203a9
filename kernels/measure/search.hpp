// The search among the variants of each roof: which are tried first, and which go on.
#pragma once

#include <vector>

#include "kernels/measure/round.hpp"

namespace mansard::kernels {

/// The runners in the order in which they are worth trying: a first variant of every roof, then a second one,
/// …; of a roof's variants (as they are listed: by chains or streams) the middle one first, so that a search
/// that is cut short has tried neither the narrowest nor the widest alone.
std::vector<Runner> by_preference(const std::vector<Runner>& runners);

/// Of each roof's variants, those whose best search block ranks among the first `count`; where none was
/// searched, the first of `runners`. A second set size of one roof is a check of the first, no rival: each
/// size has its own.
std::vector<Runner> finalists(const std::vector<Runner>& runners, const Samples& samples, int count);

/// FMA, loads and chases first, the others behind them, each in its order: what is measured first is what a
/// short budget leaves.
void put_fundamental_first(std::vector<Runner>& runners);

}  // namespace mansard::kernels
