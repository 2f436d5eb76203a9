// As fast as before.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::same;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    std::string text = fmt::format("the times differ by less than {:g} %", 100 * thresholds.time_unchanged);
    for (const LevelDelta& level : pair.levels)
        if (bytes_fell(level, thresholds) || bytes_rose(level, thresholds))
            text += ", though " + bytes_words(level);
    return text;
}

}  // namespace

extern constinit const VerdictDesc no_change_verdict{.code = "no_change",
                                                     .summary = "no significant change of the time",
                                                     .hue = chart::hues::gray,
                                                     .dash = "3 3",
                                                     .rank = 2,
                                                     .applies = applies,
                                                     .reason = reason};

}  // namespace mansard::analyzer
