// Faster because more threads share the work: the program itself need not be better.
#include <fmt/format.h>

#include "analyzer/compare/evidence.hpp"
#include "analyzer/verdicts/verdict.hpp"

namespace mansard::analyzer {
namespace {

/// By threads each as fast as before.
double explained(const Pair& pair) {
    const auto threads = pair.threads.ratio();
    return explained_by(threads ? std::optional(1 / *threads) : std::nullopt, pair);
}

bool applies(const Pair& pair, const Thresholds& thresholds) {
    return pace_of(pair, thresholds) == Pace::faster && explained(pair) >= thresholds.explains;
}

std::string reason(const Pair& pair, const Thresholds&) {
    return fmt::format("{} on {:g} threads instead of {:g}{}", pace_words(pair), *pair.threads.after,
                       *pair.threads.before, explained(pair) < all_of_it ? ": a part of the reason" : "");
}

}  // namespace

extern constinit const VerdictDesc more_threads_verdict{.code = "more_threads",
                                                        .summary = "more threads share the work",
                                                        .hue = chart::hues::sky,
                                                        .dash = "2 6",
                                                        .rank = 9,
                                                        .applies = applies,
                                                        .reason = reason};

}  // namespace mansard::analyzer
