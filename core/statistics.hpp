// The statistics of repeated measurements. Pure functions; the protocol that uses them is in docs/method.md.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace mansard {

struct Interval {
    double low = 0;
    double high = 0;
};

/// Quantile `p` in [0, 1] of `values` by linear interpolation (Hyndman & Fan 1996, type 7, R's default).
/// `values` need not be sorted and must not be empty.
double quantile(std::span<const double> values, double p);
double median(std::span<const double> values);

/// Median absolute deviation from the median, unscaled (multiply by 1.4826 for a normal sigma).
double median_absolute_deviation(std::span<const double> values);

/// Where a sequence changes its level, if it does.
struct ChangePoint {
    std::size_t split = 0;  ///< index of the first value after the change
    double p = 1;           ///< chance of as clear a split without any change, at most 1 (approximate)
};
/// Pettitt's test, by ranks: no assumption on the distribution. Ties get their mean rank. Fewer than two
/// values give p = 1.
ChangePoint change_point(std::span<const double> values);

/// P(Bin(n, p) <= k).
double binomial_cdf(int k, int n, double p);

/// Distribution-free two-sided interval for the quantile `p` from order statistics: [b_(l), b_(u)], l the
/// largest rank with P(Bin(n, p) <= l-1) <= alpha/2, u the smallest with P(Bin(n, p) >= u) <= alpha/2.
/// For p = 0.75, alpha = 0.05: n = 13 gives ranks 7 and 13; 16: 8 and 16; 24: 14 and 23.
/// Nothing if there is no such pair of ranks among the values (too few of them).
std::optional<Interval> quantile_interval(std::span<const double> values, double p, double alpha = 0.05);

/// The ranks (1-based) that quantile_interval() uses, or nothing.
struct Ranks {
    int low = 0;
    int high = 0;
};
std::optional<Ranks> quantile_interval_ranks(int n, double p, double alpha = 0.05);

/// A value and its interval, all positive, the value within.
struct Measured {
    double value = 0;
    Interval interval{};
};

/// The interval of other ÷ one for two independent measurements whose intervals have one coverage: by the
/// square roots of summed squares of the logarithms' distances (the method of variance estimates recovery,
/// Zou and Donner, Statistics in Medicine 27, 2008). Corner to corner would widen it.
Interval ratio_interval(const Measured& one, const Measured& other);

}  // namespace mansard
