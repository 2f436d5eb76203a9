#include "analyzer/compare/timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace mansard::analyzer {
namespace {

/// With six there is an interval of the median: see CallTimes.
constexpr double most_few_runs = 5;

const CallTimes* calls_of(const PlacedPoint& placed) {
    const auto& details = placed.point.details;
    const bool known = details && details->call_seconds && details->call_seconds->median > 0;
    return known ? &*details->call_seconds : nullptr;
}

/// How many runs a range without an interval is of: repetitions are records, launches are calls. An analysis
/// that is read again has neither.
double few_runs(const Point& point, const CallTimes& calls) {
    const auto few = [](double count) { return count >= 2 && count <= most_few_runs; };
    if (few(point.records)) return point.records;
    if (few(point.calls)) return point.calls;
    return calls.min < calls.max ? 0 : 1;
}

Timing median_of(const PlacedPoint& placed, const CallTimes& calls, double single_run) {
    const double median = calls.median;
    if (calls.ci95 && calls.ci95->low > 0)
        return {{median, {std::min(calls.ci95->low, median), std::max(calls.ci95->high, median)}}, true, 0};
    // Two runs that agree by chance are no surer than one; a clock too coarse for the shortest says nothing.
    const double low = std::min(calls.min > 0 ? calls.min : median, median / (1 + single_run));
    return {{median, {low, std::max(calls.max, median * (1 + single_run))}},
            false,
            few_runs(placed.point, calls)};
}

Timing mean_of(const PlacedPoint& placed, double single_run) {
    const double mean = *placed.point.seconds / placed.point.calls;
    return {{mean, {mean / (1 + single_run), mean * (1 + single_run)}}, false, 1};
}

std::string few_words(const Timing& timing, const char* side) {
    return timing.runs > 1 ? fmt::format("{:g} runs {}", timing.runs, side)
                           : fmt::format("fewer than six runs {}", side);
}

}  // namespace

std::optional<Timing> timing_of(std::span<const PlacedPoint* const> points, std::span<const double> weights,
                                double calls, double single_run) {
    const bool medians =
        std::all_of(points.begin(), points.end(), [](const auto* placed) { return calls_of(*placed); });
    Timing sum{.repeated = true, .runs = most_few_runs};
    double low = 0, high = 0, low_squares = 0, high_squares = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const PlacedPoint& placed = *points[i];
        if (!placed.point.seconds || *placed.point.seconds <= 0) return std::nullopt;
        const Timing one =
            medians ? median_of(placed, *calls_of(placed), single_run) : mean_of(placed, single_run);
        const double share = placed.point.calls * weights[i] / calls;
        const double down = share * (one.time.value - one.time.interval.low),
                     up = share * (one.time.interval.high - one.time.value);
        sum.time.value += share * one.time.value;
        low += down, high += up;
        low_squares += down * down, high_squares += up * up;
        sum.repeated = sum.repeated && one.repeated;
        if (!one.repeated) sum.runs = sum.runs == 1 || one.runs == 1 ? 1 : std::min(sum.runs, one.runs);
    }
    // Medians are independent of each other; what a single run is off, all may be off alike.
    if (sum.repeated && points.size() > 1) low = std::sqrt(low_squares), high = std::sqrt(high_squares);
    const double value = sum.time.value;
    sum.time.interval = {value - low, value + high};
    const bool usable = std::isfinite(value) && std::isfinite(high) && value - low > 0;
    return usable ? std::optional(sum) : std::nullopt;
}

std::string doubt_words(const Timing& before, const Timing& after, double single_run) {
    const bool once = (!before.repeated && before.runs == 1) || (!after.repeated && after.runs == 1);
    std::string few;
    if (!before.repeated && before.runs != 1) few = few_words(before, "before");
    if (!after.repeated && after.runs != 1) few += (few.empty() ? "" : " and ") + few_words(after, "after");
    std::string words;
    if (!few.empty())
        words =
            fmt::format("{}, too few for an interval: their range, at least ± {:g} %", few, 100 * single_run);
    if (once)
        words += fmt::format("{}a side was measured once, ± {:g} % assumed", words.empty() ? "" : "; ",
                             100 * single_run);
    return words;
}

}  // namespace mansard::analyzer
