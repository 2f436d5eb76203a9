// Faster because data is used more often while it is near.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster && flops_same(pair, thresholds) &&
           reason_saved(pair, thresholds) != nullptr;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    const LevelDelta& saved = *reason_saved(pair, thresholds);
    std::string text = fmt::format("{}: the same FLOPs, and {}", pace_words(pair), bytes_words(saved));
    if (moved_inwards(pair))
        text += fmt::format("; the bound moved inwards, from {} to {}", pair.bound_before, pair.bound_after);
    for (const LevelDelta& level : pair.levels)
        if (bytes_rose(level, thresholds))
            text +=
                "; not because of " + std::string(name_of(level.level)) + ", where " + all_bytes_words(level);
    // What is left is bandwidth: the remaining bytes come faster, too.
    return text + fmt::format(": {} traffic is {}the reason", name_of(saved.level),
                              explained_by(saved.bytes.ratio(), pair) < all_of_it ? "a part of " : "");
}

}  // namespace

extern constinit const VerdictDesc tiling_verdict{.code = "tiling",
                                                  .summary = "the same FLOPs, fewer bytes at some level",
                                                  .hue = chart::hues::blue,
                                                  .dash = "",
                                                  .rank = 8,
                                                  .applies = applies,
                                                  .reason = reason};

}  // namespace mansard::analyzer
