// A core clock that fell: a roof whose blocks ran slower than the clock that its own kernels had at other
// times, and a trend over the run. Rates per cycle are not touched.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "ceilings/rule.hpp"
#include "core/quantity.hpp"
#include "core/statistics.hpp"

namespace mansard::ceilings {
namespace {

constexpr double much_slower = 0.05;
constexpr double drift = 0.03;
constexpr double high_clock_quantile = 0.9;
constexpr std::size_t least_blocks = 6;

/// Clocks of all blocks of one roof's variants, which have one instruction mix and thus one clock to run at.
std::vector<double> clocks(const Contest& contest) {
    std::vector<double> out;
    for (const Series* series : contest.series)
        for (const Block& block : series->blocks)
            if (const auto clock = block_clock(block)) out.push_back(*clock);
    return out;
}

struct Moment {
    double at_s = 0;
    double relative = 0;  ///< to its own roof's median: roofs of one core clock higher than those of all
};

void note_trend(std::vector<Moment> moments, Ceilings& ceilings) {
    if (moments.size() < least_blocks) return;
    std::sort(moments.begin(), moments.end(),
              [](const Moment& a, const Moment& b) { return a.at_s < b.at_s; });
    const std::size_t third = moments.size() / 3;
    const auto middle = [&](std::size_t first) {
        std::vector<double> values;
        for (std::size_t i = first; i < first + third; ++i) values.push_back(moments[i].relative);
        return median(values);
    };
    const double change = middle(moments.size() - third) / middle(0) - 1;
    if (std::abs(change) <= drift) return;
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "clock_drift",
         .text = fmt::format("the core clock {} by {} % from the first to the last third of the run",
                             change < 0 ? "fell" : "rose", plain(100 * std::abs(change), 2)),
         .remedy = "let the machine cool down or warm up, or compare values per cycle"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    std::vector<Moment> moments;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        Roof& roof = ceilings.roofs[i];
        if (input.evidence[i].winner == nullptr || !roof.clock_hz) continue;
        for (const Block& block : input.evidence[i].winner->blocks)
            if (const auto clock = block_clock(block); clock && block.phase == Phase::final)
                moments.push_back({block.at_s, *clock / *roof.clock_hz});
        if (!scales_with_clock(roof.target)) continue;
        const double high = quantile(clocks(input.evidence[i].contest), high_clock_quantile);
        if (*roof.clock_hz >= (1 - much_slower) * high) continue;
        add_flag(roof, "throttled");
        roof.notes.push_back({.severity = Severity::warning,
                              .code = "low_clock",
                              .text = fmt::format("its blocks ran at {}, other blocks of its kernels at {}",
                                                  si(*roof.clock_hz, "Hz"), si(high, "Hz")),
                              .remedy = "see to cooling and power limits, or compare values per cycle"});
    }
    note_trend(std::move(moments), ceilings);
}

}  // namespace

extern constinit const RuleDesc clock_drift_rule{
    .name = "clock_drift", .summary = "a core clock that fell during the run", .apply = apply};

}  // namespace mansard::ceilings
