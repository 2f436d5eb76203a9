#include "core/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace mansard {
namespace {

std::vector<double> sorted(std::span<const double> values) {
    std::vector<double> copy(values.begin(), values.end());
    std::sort(copy.begin(), copy.end());
    return copy;
}

/// P(Bin(n, p) = k), by logarithms: the plain coefficient overflows from n of about 1030 on.
double binomial_term(int k, int n, double p) {
    return std::exp(std::lgamma(n + 1.0) - std::lgamma(k + 1.0) - std::lgamma(n - k + 1.0) + k * std::log(p) +
                    (n - k) * std::log1p(-p));
}

}  // namespace

double quantile(std::span<const double> values, double p) {
    const std::vector<double> ordered = sorted(values);
    const double position = p * static_cast<double>(ordered.size() - 1);
    const auto below = static_cast<std::size_t>(std::floor(position));
    const std::size_t above = std::min(below + 1, ordered.size() - 1);
    const double fraction = position - static_cast<double>(below);
    return ordered[below] + fraction * (ordered[above] - ordered[below]);
}

double median(std::span<const double> values) {
    return quantile(values, 0.5);
}

double median_absolute_deviation(std::span<const double> values) {
    const double centre = median(values);
    std::vector<double> deviations;
    deviations.reserve(values.size());
    for (const double value : values) deviations.push_back(std::abs(value - centre));
    return median(deviations);
}

ChangePoint change_point(std::span<const double> values) {
    const std::size_t n = values.size();
    if (n < 2) return {};
    std::vector<double> sorted(values.begin(), values.end());
    std::sort(sorted.begin(), sorted.end());
    ChangePoint found;
    double sum = 0, most = -1;
    for (std::size_t t = 1; t < n; ++t) {
        const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), values[t - 1]);
        // Ranks from 1; ties share the mean of theirs.
        sum += 0.5 * static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) + 1);
        const double u = std::abs(2 * sum - static_cast<double>(t * (n + 1)));
        if (u > most) most = u, found.split = t;
    }
    const auto count = static_cast<double>(n);
    found.p = std::min(1.0, 2 * std::exp(-6 * most * most / (count * count * count + count * count)));
    return found;
}

double binomial_cdf(int k, int n, double p) {
    if (k < 0) return 0;
    if (k >= n) return 1;
    double sum = 0;
    for (int i = 0; i <= k; ++i) sum += binomial_term(i, n, p);
    return std::min(sum, 1.0);
}

std::optional<Ranks> quantile_interval_ranks(int n, double p, double alpha) {
    // One pass: profiles have millions of calls of one kernel. Beyond 40 standard deviations all terms
    // together are far below the smallest step of a double at 1.
    const double mean = n * p, reach = 40 * std::sqrt(n * p * (1 - p)) + 1;
    const int first = std::max(0, static_cast<int>(mean - reach));
    const int last = std::min(n - 1, static_cast<int>(mean + reach) + 1);
    std::optional<int> low;
    double cdf = 0;
    for (int k = first; k <= last; ++k) {
        cdf += binomial_term(k, n, p);
        if (!low && cdf > alpha / 2) low = k;
        if (1 - cdf > alpha / 2) continue;
        if (!low || *low < 1) return std::nullopt;
        return Ranks{*low, k + 1};
    }
    return std::nullopt;
}

std::optional<Interval> quantile_interval(std::span<const double> values, double p, double alpha) {
    const auto ranks = quantile_interval_ranks(static_cast<int>(values.size()), p, alpha);
    if (!ranks) return std::nullopt;
    const std::vector<double> ordered = sorted(values);
    return Interval{ordered[static_cast<std::size_t>(ranks->low - 1)],
                    ordered[static_cast<std::size_t>(ranks->high - 1)]};
}

Interval ratio_interval(const Measured& one, const Measured& other) {
    const double ratio = other.value / one.value;
    const double down =
        std::hypot(std::log(other.value / other.interval.low), std::log(one.interval.high / one.value));
    const double up =
        std::hypot(std::log(other.interval.high / other.value), std::log(one.value / one.interval.low));
    return {ratio * std::exp(-down), ratio * std::exp(up)};
}

}  // namespace mansard
