// From a series' blocks to one number with its interval: the estimator of docs/method.md. Pure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/sample.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {

/// What the final blocks of one series say. Units of `value`, `typical` and the intervals are those of
/// unit_of(target): FLOP/s, OP/s, B/s or s.
struct Estimate {
    double value = 0;                   ///< 0.75 quantile of the block rates (type 7); latency: 0.25 quantile
    double typical = 0;                 ///< median of the block rates
    int samples = 0;                    ///< blocks behind them
    std::optional<Interval> ci95{};     ///< of value, by order statistics; nothing with fewer than 13 blocks
    std::optional<Interval> range{};    ///< [min, max] of three block rates and more, where there is no ci95
    std::optional<double> clock_hz{};   ///< median of the blocks' measured clock
    std::optional<double> per_cycle{};  ///< FLOP or B per core and cycle; latency: cycles
    bool contended = false;             ///< the blocks spread more than a machine of our own would make them
    int throttled_blocks = 0;           ///< of samples: kept although throttling fell in them
    int unsteady_blocks = 0;            ///< of samples: kept although their clock readings differ
    std::vector<std::string> faults{};  ///< failed checks of any block, each once, in order
};

/// Fewer blocks than this give no interval: no rank of the sample bounds the 0.75 quantile from above.
inline constexpr int blocks_for_interval = 13;

/// Fewer blocks than this have no range either: one or two have no spread to speak of.
inline constexpr int blocks_for_range = 3;

/// Whether the core clock drives what is measured, so that it is judged per cycle: compute, L1 and L2. A
/// spread per cycle is the neighbours' doing alone.
bool scales_with_clock(const Target& target);

/// The blocks that count: those of the final rounds, without attempts that were measured again because the
/// machine was not steady. What was still unsteady after the last attempt counts, and is counted as such.
std::vector<const Block*> counted_blocks(const Series& series);

/// Nothing if the series has no final block: blocks of a search or a sweep never make a roof.
std::optional<Estimate> estimate(const Series& series);

/// ci95 where there is one, else the range, else the value itself.
Interval spread_of(const Estimate& estimate);

}  // namespace mansard::ceilings
