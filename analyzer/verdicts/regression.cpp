// Slower, and by what.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::slower;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    std::string text = pace_words(pair);
    if (flops_rose(pair, thresholds)) text += "; " + flops_words(pair);
    bool grew = flops_rose(pair, thresholds);
    for (const LevelDelta& level : pair.levels)
        if (bytes_rose(level, thresholds)) text += "; " + bytes_words(level), grew = true;
    if (grew) return text;
    const std::string unknown = unknown_words(pair);
    return text + (unknown.empty() ? ", with no more FLOPs or bytes than before: it waits longer"
                                   : "; " + unknown + " that would tell why are not known on both sides");
}

}  // namespace

extern constinit const VerdictDesc regression_verdict{.code = "regression",
                                                      .summary = "slower than before",
                                                      .hue = chart::hues::vermilion,
                                                      .dash = "",
                                                      .rank = 3,
                                                      .applies = applies,
                                                      .reason = reason};

}  // namespace mansard::analyzer
