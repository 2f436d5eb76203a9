#include "core/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mansard {
namespace {

TEST(StatisticsTest, QuantilesAreOfTypeSeven) {
    const std::vector<double> values{4, 1, 3, 2};
    EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
    EXPECT_DOUBLE_EQ(quantile(values, 1), 4);
    EXPECT_DOUBLE_EQ(quantile(values, 0.75), 3.25);  // R: quantile(1:4, 0.75)
    EXPECT_DOUBLE_EQ(median(values), 2.5);
    EXPECT_DOUBLE_EQ(median(std::vector<double>{7}), 7);
    EXPECT_DOUBLE_EQ(median_absolute_deviation(std::vector<double>{1, 1, 2, 2, 4, 6, 9}), 1);
}

TEST(StatisticsTest, BinomialDistribution) {
    EXPECT_DOUBLE_EQ(binomial_cdf(-1, 5, 0.5), 0);
    EXPECT_DOUBLE_EQ(binomial_cdf(5, 5, 0.5), 1);
    EXPECT_NEAR(binomial_cdf(2, 5, 0.5), 0.5, 1e-12);
    EXPECT_NEAR(binomial_cdf(0, 13, 0.75), std::pow(0.25, 13), 1e-18);
    EXPECT_NEAR(binomial_cdf(1500, 2000, 0.75), 0.5085832112651493, 1e-9);
}

TEST(StatisticsTest, RanksOfTheInterval) {
    const auto ranks = [](int n) {
        const auto found = quantile_interval_ranks(n, 0.75);
        return found ? std::pair(found->low, found->high) : std::pair(0, 0);
    };
    EXPECT_EQ(ranks(13), std::pair(7, 13));
    EXPECT_EQ(ranks(16), std::pair(8, 16));
    EXPECT_EQ(ranks(24), std::pair(14, 23));
    EXPECT_EQ(ranks(12), std::pair(0, 0));
}

TEST(StatisticsTest, RanksByDefinition) {
    for (int n = 13; n < 60; ++n) {
        const auto ranks = quantile_interval_ranks(n, 0.75);
        ASSERT_TRUE(ranks) << n;
        EXPECT_LE(binomial_cdf(ranks->low - 1, n, 0.75), 0.025);
        EXPECT_GT(binomial_cdf(ranks->low, n, 0.75), 0.025);
        EXPECT_LE(1 - binomial_cdf(ranks->high - 1, n, 0.75), 0.025);
        EXPECT_GT(1 - binomial_cdf(ranks->high - 2, n, 0.75), 0.025);
    }
}

TEST(StatisticsTest, RanksOfMillions) {
    // A profile may have as many calls of one kernel; by definition of each rank this would take days.
    const auto ranks = quantile_interval_ranks(4'000'000, 0.5);
    ASSERT_TRUE(ranks);
    // ± 1.96 standard deviations of 1000 around the middle.
    EXPECT_NEAR(ranks->low, 2'000'000 - 1960, 1);
    EXPECT_NEAR(ranks->high, 2'000'000 + 1961, 1);
}

TEST(StatisticsTest, IntervalsAreOrderStatistics) {
    std::vector<double> values(16);
    std::iota(values.begin(), values.end(), 1.0);
    std::reverse(values.begin(), values.end());
    const auto interval = quantile_interval(values, 0.75);
    ASSERT_TRUE(interval);
    EXPECT_DOUBLE_EQ(interval->low, 8);
    EXPECT_DOUBLE_EQ(interval->high, 16);
    // Latency's quantile is the mirror image.
    const auto mirrored = quantile_interval(values, 0.25);
    ASSERT_TRUE(mirrored);
    EXPECT_DOUBLE_EQ(mirrored->low, 1);
    EXPECT_DOUBLE_EQ(mirrored->high, 9);
    EXPECT_FALSE(quantile_interval(std::vector<double>(5, 1.0), 0.75));
}

TEST(ChangePoint, FindsWhereALevelFalls) {
    const std::vector<double> values{10, 11, 10.5, 10.2, 10.8, 10.1, 7, 7.2, 6.9, 7.1, 7.3, 6.8};
    const ChangePoint found = change_point(values);
    EXPECT_EQ(found.split, 6U);
    // All of one half above all of the other: U = 6 × 6.
    EXPECT_NEAR(found.p, 2 * std::exp(-6 * 36.0 * 36 / (12.0 * 12 * 12 + 12 * 12)), 1e-12);
}

TEST(ChangePoint, FindsNoneWhereThereIsNone) {
    EXPECT_EQ(change_point(std::vector<double>{}).p, 1);
    EXPECT_EQ(change_point(std::vector<double>{1.0}).p, 1);
    EXPECT_EQ(change_point(std::vector<double>(20, 5.0)).p, 1) << "ties";
    std::vector<double> swinging;
    for (int i = 0; i < 40; ++i) swinging.push_back(i % 2 == 0 ? 1 : 2);
    EXPECT_EQ(change_point(swinging).p, 1);
}

}  // namespace
}  // namespace mansard
