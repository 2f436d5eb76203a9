// What a comparison's chart draws: pairs as two dots, points without a partner as one.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "analyzer/chart/parts.hpp"
#include "analyzer/compare/comparison.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {

/// A pair at one memory level: FLOP/B over that level's bytes on both sides.
struct PairMarker {
    Level level = Level::DRAM;
    double before = 0, after = 0;
};

struct ChartPair {
    std::size_t number = 0;  ///< from 1, in the order of Comparison::pairs
    std::string name{};      ///< visible(); with "→" where it changed
    const Pair* pair = nullptr;
    const VerdictDesc* verdict = nullptr;
    double rate_before = 0, rate_after = 0;    ///< FLOP/s
    double share_before = 0, share_after = 0;  ///< of its profile's time, 0 … 1
    std::vector<PairMarker> markers{};         ///< at least one
    /// The marker of the level that bounds the pair, before or else after; without one, the level whose
    /// intensity changed most.
    std::size_t main = 0;
};

/// A point that only one of the profiles has.
struct LonePoint {
    bool before = false;  ///< it is of before; else of after
    chart::ChartPoint point{};
};

struct ComparisonPoints {
    std::vector<ChartPair> pairs{};
    std::vector<LonePoint> lone{};
    std::vector<chart::Unplotted> unplotted{};
    std::size_t outside = 0;  ///< pairs beyond `top`
};

/// Of the first `top` pairs, and of the first `top` points without a partner on each side.
ComparisonPoints comparison_points(const Comparison& comparison, std::size_t top);

/// Every dot as the chart's scales want it: the two of each pair, and the lone ones.
std::vector<chart::ChartPoint> dots_of(const ComparisonPoints& points);

/// The roofs that bound what is compared, of both sides, in the ceilings of after: without their levels'
/// colours, as colours tell verdicts there.
std::vector<chart::ChartRoof> comparison_roofs(const Comparison& comparison, std::size_t top);

/// "0.216 × the time"; "no time" where it is not known.
std::string time_words(const Pair& pair);
/// "L2 → DRAM", "DRAM"; empty where neither is known.
std::string bound_words(const Pair& pair);

}  // namespace mansard::analyzer
