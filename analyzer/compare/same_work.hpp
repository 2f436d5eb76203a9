// How many calls of one profile are as much work as those of the other.
#pragma once

#include <vector>

#include "analyzer/compare/comparison.hpp"
#include "analyzer/compare/match.hpp"

namespace mansard::analyzer {

/// Who chose the calls (by the profiles' formats), and how many steps each names.
SameWork same_work_of(const Analysis& before, const Analysis& after);

/// What the totals of a match's points are multiplied by to be over as many calls. All 1 where the calls
/// differ and the FLOPs in all do not: then the same work is spread over more or fewer calls.
struct Weights {
    std::vector<double> before{};  ///< as Match::before
    double after = 1;
    double calls = 1;      ///< that both sides are then over; of one call are the weighted totals ÷ these
    bool spread = false;   ///< the same FLOPs in other calls
    bool changed = false;  ///< the program calls it more or less often (not: a harness, or more steps)
};
Weights weights_of(const Match& match, const SameWork& work, double flops_unchanged);

/// A copy of `placed` whose time, work and least times are `weight` times as much.
PlacedPoint weighted(const PlacedPoint& placed, double weight);

}  // namespace mansard::analyzer
