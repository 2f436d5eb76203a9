// Nothing is said of a speed that was not measured.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::unknown;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta* saved = most_saved(pair, thresholds);
    return "a side has no time" + (saved != nullptr ? "; " + bytes_words(*saved) : std::string());
}

}  // namespace

extern constinit const VerdictDesc no_time_verdict{
    .code = "no_time",
    .summary = "a side has no time: only FLOPs and bytes are compared",
    .hue = chart::hues::gray,
    .dash = "2 6",
    .rank = 0,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
