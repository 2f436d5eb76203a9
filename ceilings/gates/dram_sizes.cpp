// DRAM loads are measured with two sets. Where the smaller one is clearly faster, a cache still holds a part
// of it, and of what every other pattern moves through a set of that size: loads alone are measured twice,
// and must not be the only ones to be doubted.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// As between the two sets of the loads themselves.
constexpr double set_agreement = 1.05;
// Sets this close are one size: arrays are rounded to whole trips of their loops.
constexpr double same_size = 1.25;

struct Fast {
    double bytes = 0;  ///< of the set
    double rate = 0;
    Interval interval{};
};

/// The best of the contest's sets that are smaller than the winner's.
std::optional<Fast> best_smaller(const Evidence& evidence) {
    std::optional<Fast> best;
    for (const Series* series : evidence.contest.series) {
        if (series->working_set_bytes * same_size > evidence.winner->working_set_bytes) continue;
        const auto found = estimate(*series);
        if (!found || found->samples < blocks_for_range || (best && best->rate >= found->value)) continue;
        best = Fast{series->working_set_bytes, found->value, spread_of(*found)};
    }
    return best;
}

void doubt(const Fast& small, const Roof& loads, std::vector<Roof>& roofs) {
    for (Roof& roof : roofs) {
        const Target& target = roof.target;
        if (target.level != Level::DRAM || !roof.value || roof.id == loads.id) continue;
        if (target.scope != loads.target.scope || target.threads != loads.target.threads) continue;
        if (roof.working_set_bytes > small.bytes * same_size) continue;
        mark_suspect(roof,
                     fmt::format("loads of a set of {} reach {}, of one of {} {}: a cache holds a part of "
                                 "what this roof was measured with",
                                 binary_size(small.bytes), si(small.rate, loads.unit),
                                 binary_size(loads.working_set_bytes), si(*loads.value, loads.unit)));
    }
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        const Roof& roof = ceilings.roofs[i];
        const Evidence& evidence = input.evidence[i];
        if (evidence.winner == nullptr || roof.target.level != Level::DRAM ||
            roof.target.kind != Kind::bandwidth || roof.samples < blocks_for_range)
            continue;
        const auto small = best_smaller(evidence);
        if (small && small->interval.low > set_agreement * spread_of(roof).high)
            doubt(*small, roof, ceilings.roofs);
    }
}

}  // namespace

extern constinit const RuleDesc dram_sizes_rule{.name = "dram_sizes",
                                                .summary = "no cache holds a part of the DRAM sets",
                                                .apply = apply,
                                                .of_cpus_only = true};

}  // namespace mansard::ceilings
