// Faster because intermediate results no longer travel: several points became one, or the bytes of all
// levels fell alike. Tiling saves more at some levels than at others.
#include <fmt/format.h>

#include <algorithm>
#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    if (pace_of(pair, thresholds) != Pace::faster || !flops_same(pair, thresholds) || pair.levels.empty())
        return false;
    if (pair.merged > 1) return most_saved(pair, thresholds) != nullptr && !any_bytes_rose(pair, thresholds);
    double least = 1, most = 0;
    for (const LevelDelta& level : pair.levels) {
        if (!bytes_fell(level, thresholds)) return false;
        const double ratio = level.bytes.ratio().value_or(1);
        least = std::min(least, ratio), most = std::max(most, ratio);
    }
    // One level alone falls alike with itself: that says nothing.
    return pair.levels.size() > 1 && most <= least * thresholds.levels_alike &&
           reason_saved(pair, thresholds) != nullptr;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    return fmt::format(
        "{}: the same FLOPs, and {}{}", pace_words(pair), bytes_words(*most_saved(pair, thresholds)),
        pair.merged > 1 ? fmt::format("; {} points became one", pair.merged) : ", all levels alike");
}

}  // namespace

extern constinit const VerdictDesc fusion_verdict{
    .code = "fusion",
    .summary = "the same FLOPs, fewer bytes at every level alike",
    .hue = chart::hues::green,
    .dash = "",
    .rank = 7,
    .applies = applies,
    .reason = reason};

}  // namespace mansard::analyzer
