// Faster with the same bytes, where a memory level was the limit: it waits less for them (buffering,
// prefetching, more accesses in flight).
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    const auto level = parse_name<Level>(pair.bound_before);
    const LevelDelta* const bound = level ? pair.at(*level) : nullptr;
    return pace_of(pair, thresholds) == Pace::faster && bound != nullptr && is_comparable(*bound) &&
           !bytes_fell(*bound, thresholds) && !any_bytes_rose(pair, thresholds);
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    // Elsewhere they may have fallen, by too little to be the reason.
    std::string text = fmt::format("{}: the same {}bytes", pace_words(pair),
                                   bytes_same(pair, thresholds) ? "" : pair.bound_before + " ");
    if (pair.efficiency.before && pair.efficiency.after)
        text += fmt::format(", at {} % instead of {} % of the roof", plain(100 * *pair.efficiency.after, 3),
                            plain(100 * *pair.efficiency.before, 3));
    return text + fmt::format("; {} delivers them faster", pair.bound_before);
}

}  // namespace

extern constinit const VerdictDesc overlap_verdict{.code = "overlap",
                                                   .summary = "the same bytes, moved faster",
                                                   .hue = chart::hues::sky,
                                                   .dash = "8 3",
                                                   .rank = 11,
                                                   .applies = applies,
                                                   .reason = reason};

}  // namespace mansard::analyzer
