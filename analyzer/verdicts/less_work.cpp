// Faster because there is less to compute.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster && flops_fell(pair, thresholds);
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta* saved = most_saved(pair, thresholds);
    return fmt::format("{}: {}{}", pace_words(pair), flops_words(pair),
                       saved != nullptr ? "; " + bytes_words(*saved) : "");
}

}  // namespace

extern constinit const VerdictDesc less_work_verdict{.code = "less_work",
                                                     .summary = "fewer FLOPs for the same result",
                                                     .hue = chart::hues::green,
                                                     .dash = "3 3",
                                                     .rank = 4,
                                                     .applies = applies,
                                                     .reason = reason};

}  // namespace mansard::analyzer
