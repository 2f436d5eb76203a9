// Faster with the same work, where arithmetic was the limit: wider or more instructions at once. Bytes may
// have fallen with it (wider accesses), as long as that is not the reason: tiling and fusion are asked first.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster && flops_same(pair, thresholds) &&
           pair.flops.before > 0 && pair.bound_before == "compute" && !any_bytes_rose(pair, thresholds);
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    std::string text =
        fmt::format("{}: the same FLOPs{} at {} instead of {}", pace_words(pair),
                    bytes_same(pair, thresholds) ? " and bytes" : "",
                    si(pair.rate.after.value_or(0), "FLOP/s"), si(pair.rate.before.value_or(0), "FLOP/s"));
    if (const LevelDelta* saved = most_saved(pair, thresholds))
        text += "; " + bytes_words(*saved) + ", too little to be the reason";
    return text;
}

}  // namespace

extern constinit const VerdictDesc vectorization_verdict{
    .code = "vectorization",
    .summary = "the same FLOPs and bytes, a higher FLOP rate under the arithmetic",
    .hue = chart::hues::purple,
    .dash = "",
    .rank = 10,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
