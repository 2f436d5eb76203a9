// Faster because each number is smaller: fewer bytes of it to move, more of them in an instruction. That is
// no fusion and no tiling, and the results are others.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

double explained(const Pair& pair) {
    return explained_by(pair.type_bytes.ratio(), pair);
}

bool applies(const Pair& pair, const Thresholds& thresholds) {
    if (pace_of(pair, thresholds) != Pace::faster || !flops_same(pair, thresholds)) return false;
    if (explained(pair) < thresholds.explains) return false;
    // Where bytes fell by clearly more than the types tell, more was changed than these.
    const double least = *pair.type_bytes.ratio() / thresholds.levels_alike;
    return std::all_of(pair.levels.begin(), pair.levels.end(), [&](const LevelDelta& level) {
        return !is_comparable(level) || level.bytes.ratio().value_or(1) >= least;
    });
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta* const saved = most_saved(pair, thresholds);
    return fmt::format("{}: as many FLOPs in {} instead of {}, numbers of {:g} B instead of {:g} B{}{}",
                       pace_words(pair), pair.types_after, pair.types_before, *pair.type_bytes.after,
                       *pair.type_bytes.before, saved != nullptr ? "; " + bytes_words(*saved) : "",
                       explained(pair) < all_of_it ? ": a part of the reason" : "");
}

}  // namespace

extern constinit const VerdictDesc narrower_types_verdict{
    .code = "narrower_types",
    .summary = "the same FLOPs in numbers of fewer bytes",
    .hue = chart::hues::purple,
    .dash = "3 3",
    .rank = 6,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
