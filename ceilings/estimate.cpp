#include "ceilings/estimate.hpp"

#include <algorithm>

namespace mansard::ceilings {
namespace {

// The upper quartile is what the machine sustains when it is left alone; the tenth percentile is a bad
// moment.
constexpr double best_quantile = 0.75;
constexpr double bad_quantile = 0.10;
constexpr double contended_spread = 0.10;

/// 1 − q10 ÷ q75 of rates, mirrored for times, where low is good.
bool is_contended(const std::vector<double>& values, bool low_is_good) {
    const double best = quantile(values, low_is_good ? 1 - best_quantile : best_quantile);
    const double bad = quantile(values, low_is_good ? 1 - bad_quantile : bad_quantile);
    return 1 - (low_is_good ? best / bad : bad / best) > contended_spread;
}

}  // namespace

bool scales_with_clock(const Target& target) {
    return target.kind == Kind::compute || target.level == Level::L1 || target.level == Level::L2 ||
           target.level == Level::shared;
}

std::vector<const Block*> counted_blocks(const Series& series) {
    std::vector<const Block*> blocks;
    for (const Block& block : series.blocks)
        if (block.phase == Phase::final && !block.repeated) blocks.push_back(&block);
    return blocks;
}

std::optional<Estimate> estimate(const Series& series) {
    const std::vector<const Block*> blocks = counted_blocks(series);
    if (blocks.empty()) return std::nullopt;
    const bool latency = series.target.kind == Kind::latency;
    const double p = latency ? 1 - best_quantile : best_quantile;

    Estimate out{.samples = static_cast<int>(blocks.size())};
    std::vector<double> rates, clocks, per_cycle;
    for (const Block* block : blocks) {
        const double block_value = block_rate(series, *block);
        rates.push_back(block_value);
        if (const auto clock = block_clock(*block)) {
            clocks.push_back(*clock);
            per_cycle.push_back(latency ? block_value * *clock
                                        : block_value / *clock / series.target.threads);
        }
        if (is_throttled(*block))
            ++out.throttled_blocks;
        else if (!is_steady(*block))
            ++out.unsteady_blocks;
    }
    out.value = quantile(rates, p);
    out.typical = median(rates);
    if (out.samples >= blocks_for_interval) out.ci95 = quantile_interval(rates, p);
    if (!out.ci95 && out.samples >= blocks_for_range) {
        const auto [least, most] = std::minmax_element(rates.begin(), rates.end());
        out.range = Interval{*least, *most};
    }
    if (!clocks.empty()) {
        out.clock_hz = median(clocks);
        out.per_cycle = quantile(per_cycle, p);
    }
    const bool by_cycle = scales_with_clock(series.target) && per_cycle.size() == rates.size();
    out.contended = is_contended(by_cycle ? per_cycle : rates, latency);

    // A check that failed in the search casts doubt on the kernel as much as one that failed later.
    for (const Block& block : series.blocks)
        for (const std::string& fault : block.faults)
            if (std::find(out.faults.begin(), out.faults.end(), fault) == out.faults.end())
                out.faults.push_back(fault);
    return out;
}

Interval spread_of(const Estimate& estimate) {
    if (estimate.ci95) return *estimate.ci95;
    return estimate.range.value_or(Interval{estimate.value, estimate.value});
}

}  // namespace mansard::ceilings
