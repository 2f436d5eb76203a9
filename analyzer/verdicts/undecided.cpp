// The measurement is too coarse for a verdict.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::undecided;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    return fmt::format(
        "the interval of the times' ratio, {} – {}, reaches across ± {:g} %: repeat the measurement",
        plain(pair.time_ratio->low), plain(pair.time_ratio->high), 100 * thresholds.time_unchanged);
}

}  // namespace

extern constinit const VerdictDesc undecided_verdict{
    .code = "undecided",
    .summary = "the interval of the times' ratio reaches across the bound",
    .hue = chart::hues::gray,
    .dash = "8 3 2 3",
    .rank = 1,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
