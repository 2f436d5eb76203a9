// Faster because what was loaded is computed again.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster && flops_rose(pair, thresholds) &&
           most_saved(pair, thresholds) != nullptr;
}

std::string reason(const Pair& pair, const Thresholds& thresholds) {
    return fmt::format("{}: {}, and {}", pace_words(pair), flops_words(pair),
                       bytes_words(*most_saved(pair, thresholds)));
}

}  // namespace

extern constinit const VerdictDesc recomputation_verdict{.code = "recomputation",
                                                         .summary = "more FLOPs, fewer bytes",
                                                         .hue = chart::hues::orange,
                                                         .dash = "8 3",
                                                         .rank = 5,
                                                         .applies = applies,
                                                         .reason = reason};

}  // namespace mansard::analyzer
