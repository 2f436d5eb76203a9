// Faster, and what is known does not say why.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    std::string text = pace_words(pair);
    if (bytes_same(pair, thresholds) && flops_same(pair, thresholds))
        return text + ": the same FLOPs and bytes; vectorisation or overlap, --ceilings tells which";
    if (flops_rose(pair, thresholds)) text += "; " + flops_words(pair);
    for (const LevelDelta& level : pair.levels)
        if (bytes_rose(level, thresholds) || bytes_fell(level, thresholds)) text += "; " + bytes_words(level);
    const std::string unknown = unknown_words(pair);
    return text + (unknown.empty() ? ": nothing that both profiles know is reason enough"
                                   : "; " + unknown + " that would tell why are not known on both sides");
}

}  // namespace

extern constinit const VerdictDesc faster_verdict{
    .code = "faster",
    .summary = "faster for a reason that the profiles do not show",
    .hue = chart::hues::black,
    .dash = "",
    .rank = 12,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
