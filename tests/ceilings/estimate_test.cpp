#include "ceilings/estimate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

struct Expected {
    int n;
    double value, typical;
    std::optional<Interval> ci95;
    std::optional<Interval> range;
};

void check(const Series& series, const Expected& expected, double scale = 1) {
    const auto got = estimate(series);
    ASSERT_TRUE(got);
    EXPECT_EQ(got->samples, expected.n);
    EXPECT_DOUBLE_EQ(got->value, expected.value * scale);
    EXPECT_DOUBLE_EQ(got->typical, expected.typical * scale);
    ASSERT_EQ(got->ci95.has_value(), expected.ci95.has_value());
    ASSERT_EQ(got->range.has_value(), expected.range.has_value());
    const auto& interval = expected.ci95 ? got->ci95 : got->range;
    const auto& want = expected.ci95 ? expected.ci95 : expected.range;
    EXPECT_DOUBLE_EQ(interval->low, want->low * scale);
    EXPECT_DOUBLE_EQ(interval->high, want->high * scale);
}

TEST(Estimate, UpperQuartileWithOrderStatistics) {
    // Type 7: the value of 1 … n at rank 1 + 0.75 (n − 1).
    const std::vector<Expected> cases{{12, 9.25, 6.5, std::nullopt, Interval{1, 12}},
                                      {13, 10, 7, Interval{7, 13}, std::nullopt},
                                      {16, 12.25, 8.5, Interval{8, 16}, std::nullopt},
                                      {24, 18.25, 12.5, Interval{14, 23}, std::nullopt}};
    for (const Expected& expected : cases) {
        SCOPED_TRACE(expected.n);
        check(series_of(compute_target(), ranks(expected.n)), expected);
    }
}

TEST(Estimate, LatencyIsMirrored) {
    const std::vector<Expected> cases{{12, 3.75, 6.5, std::nullopt, Interval{1, 12}},
                                      {13, 4, 7, Interval{1, 7}, std::nullopt},
                                      {16, 4.75, 8.5, Interval{1, 9}, std::nullopt},
                                      {24, 6.75, 12.5, Interval{2, 11}, std::nullopt}};
    for (const Expected& expected : cases) {
        SCOPED_TRACE(expected.n);
        check(series_of(latency_target(Level::L2), ranks(expected.n, 1e-9)), expected, 1e-9);
    }
}

TEST(Estimate, OrderOfBlocksDoesNotMatter) {
    std::vector<double> values = ranks(16);
    std::shuffle(values.begin(), values.end(), std::mt19937(7));
    check(series_of(compute_target(), values), {16, 12.25, 8.5, Interval{8, 16}, std::nullopt});
}

TEST(Estimate, BlockRateIsTheMedianOfItsTrials) {
    Series series = series_of(compute_target(), {100});
    series.blocks[0].seconds = {1, 2, 4, 100, 2};  // median 2 s for 100 FLOP
    EXPECT_DOUBLE_EQ(estimate(series)->value, 50);
}

TEST(Estimate, OnlyFinalBlocksCount) {
    Series series = series_of(compute_target(), {10, 11, 10.5});
    series.blocks.push_back(block_of(series.target, 1000, 0, Phase::search));
    series.blocks.push_back(block_of(series.target, 1000, 0, Phase::sweep));
    EXPECT_EQ(estimate(series)->samples, 3);
    EXPECT_DOUBLE_EQ(estimate(series)->range->high, 11);
    for (Block& block : series.blocks) block.phase = Phase::search;
    EXPECT_FALSE(estimate(series));
}

TEST(Estimate, OneOrTwoBlocksHaveNeitherIntervalNorRange) {
    for (const int n : {1, 2}) {
        const auto got = estimate(series_of(compute_target(), ranks(n)));
        ASSERT_TRUE(got);
        EXPECT_FALSE(got->ci95) << n;
        EXPECT_FALSE(got->range) << n;
    }
    EXPECT_TRUE(estimate(series_of(compute_target(), ranks(3)))->range);
}

TEST(Estimate, UnsteadyBlocksAreReplacedByTheirRepeats) {
    Series series = series_of(compute_target(), {});
    const auto attempt = [&](int round, double rate, double before, double after, bool repeated = false) {
        Block block = block_of(series.target, rate, round);
        block.clock_hz_before = before;
        block.clock_hz_after = after;
        block.repeated = repeated;
        series.blocks.push_back(block);
    };
    attempt(0, 10, 3e9, 2e9, true), attempt(0, 20, 3e9, 3e9);  // the repeat is steady
    attempt(1, 30, 3e9, 3e9);                                  // no repeat needed
    // Never steady: the last is kept.
    attempt(2, 40, 3e9, 2e9, true), attempt(2, 41, 3e9, 2e9, true), attempt(2, 42, 3e9, 2e9);
    const auto got = estimate(series);
    EXPECT_EQ(got->samples, 3);
    EXPECT_DOUBLE_EQ(got->range->low, 20);
    EXPECT_DOUBLE_EQ(got->range->high, 42);
    EXPECT_EQ(got->unsteady_blocks, 1);
    EXPECT_EQ(got->throttled_blocks, 0);
}

TEST(Estimate, AClockChangeOfThreePercentIsUnsteady) {
    Series series = series_of(compute_target(), {1, 1});
    set_clock(series.blocks[0], 3e9);
    series.blocks[0].clock_hz_after = 3e9 * 1.029;
    set_clock(series.blocks[1], 3e9);
    series.blocks[1].clock_hz_after = 3e9 * 0.969;
    EXPECT_EQ(estimate(series)->unsteady_blocks, 1);
}

TEST(Estimate, ThrottledBlocksAreCounted) {
    Series series = series_of(compute_target(), ranks(13));
    series.blocks[3].throttled_s = 0.01;
    EXPECT_EQ(estimate(series)->throttled_blocks, 1);
    EXPECT_EQ(estimate(series)->unsteady_blocks, 0);
}

TEST(Estimate, PerCycleIsPerCoreAndByBlock) {
    Series series = series_of(memory_target(Level::L2, Pattern::load, 2), {120e9, 100e9, 80e9});
    set_clock(series.blocks[0], 3e9);    // 20 B per cycle and core
    set_clock(series.blocks[1], 2e9);    // 25
    set_clock(series.blocks[2], 2.5e9);  // 16
    const auto got = estimate(series);
    EXPECT_DOUBLE_EQ(*got->per_cycle, 22.5);  // quantile 0.75 of 16, 20, 25
    EXPECT_DOUBLE_EQ(*got->clock_hz, 2.5e9);
    EXPECT_DOUBLE_EQ(got->value, 110e9);
}

TEST(Estimate, LatencyPerCycleIsCycles) {
    Series series = series_of(latency_target(Level::L1), {2e-9, 2e-9});
    for (Block& block : series.blocks) set_clock(block, 2e9);
    EXPECT_DOUBLE_EQ(*estimate(series)->per_cycle, 4);
}

TEST(Estimate, NoClockMeansNoPerCycle) {
    const auto got = estimate(series_of(compute_target(), ranks(13)));
    EXPECT_FALSE(got->per_cycle);
    EXPECT_FALSE(got->clock_hz);
}

/// 13 blocks: the tenth percentile is rank 2.2, the upper quartile rank 10.
std::vector<double> spread(double low, double high) {
    std::vector<double> values(13, high);
    values[0] = values[1] = values[2] = low;
    return values;
}

TEST(Estimate, ContendedBeyondTenPercent) {
    EXPECT_TRUE(estimate(series_of(compute_target(), spread(89, 100)))->contended);
    EXPECT_FALSE(estimate(series_of(compute_target(), spread(91, 100)))->contended);
    // Mirrored: high times are the bad ones. 1 − 100 ÷ 112 = 0.107, 1 − 100 ÷ 110 = 0.091.
    EXPECT_TRUE(estimate(series_of(latency_target(Level::DRAM), spread(112, 100)))->contended);
    EXPECT_FALSE(estimate(series_of(latency_target(Level::DRAM), spread(110, 100)))->contended);
    EXPECT_FALSE(estimate(series_of(latency_target(Level::DRAM), spread(50, 100)))->contended);
}

TEST(Estimate, ContentionIsPerCycleWhereTheClockDrivesTheRate) {
    for (const Target& target : {compute_target(), memory_target(Level::L1), memory_target(Level::L2)}) {
        Series series = series_of(target, spread(80, 100));
        for (Block& block : series.blocks) set_clock(block, block.elements * 3e7);
        EXPECT_FALSE(estimate(series)->contended) << roof_id(target);
    }
    for (const Level level : {Level::L3, Level::DRAM}) {
        Series series = series_of(memory_target(level), spread(80, 100));
        for (Block& block : series.blocks) set_clock(block, block.elements * 3e7);
        EXPECT_TRUE(estimate(series)->contended) << name_of(level);
    }
    // One block without a clock: rates are all that can be compared.
    Series series = series_of(compute_target(), spread(80, 100));
    for (std::size_t i = 1; i < series.blocks.size(); ++i)
        set_clock(series.blocks[i], series.blocks[i].elements * 3e7);
    EXPECT_TRUE(estimate(series)->contended);
}

TEST(Estimate, FaultsOfAnyBlockAreKeptOnce) {
    Series series = series_of(compute_target(), {1, 2});
    series.blocks[1].faults = {"checksum"};
    series.blocks.push_back(block_of(series.target, 1, 0, Phase::search));
    series.blocks.back().faults = {"checksum", "linearity"};
    EXPECT_EQ(estimate(series)->faults, (std::vector<std::string>{"checksum", "linearity"}));
}

}  // namespace
}  // namespace mansard::ceilings
