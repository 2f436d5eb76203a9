// The verdict on two values of one roof: by intervals, never by the values alone.
#include "ceilings/change.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Roof roof_of(double value, double low, double high) {
    return {.id = "cpu.core.compute.f64.avx2.fma",
            .target = compute_target(),
            .value = value,
            .unit = "FLOP/s",
            .ci95 = Interval{low, high},
            .samples = 13,
            .status = Status::measured};
}

Roof ranged(double value, double low, double high, int samples = 5) {
    Roof roof = roof_of(value, low, high);
    roof.range = roof.ci95;
    roof.ci95.reset();
    roof.samples = samples;
    return roof;
}

TEST(Change, TheIntervalDecides) {
    const Roof one = roof_of(100, 99, 101);
    EXPECT_EQ(compare(one, roof_of(102, 101, 103)).verdict, Verdict::same);
    EXPECT_EQ(compare(one, roof_of(80, 79, 81)).verdict, Verdict::changed);
    EXPECT_EQ(compare(one, roof_of(120, 119, 121)).verdict, Verdict::changed);
    EXPECT_EQ(compare(one, roof_of(95, 94, 96)).verdict, Verdict::undecided) << "across the bound";
    EXPECT_EQ(compare(one, roof_of(100, 90, 110)).verdict, Verdict::undecided) << "equal, and not known well";
    EXPECT_EQ(compare(one, roof_of(70, 50, 110)).verdict, Verdict::undecided) << "far, and not known well";
}

TEST(Change, IntervalsOf95PercentAddBySquares) {
    // ln(1.03) down and ln(1.04) up in both: √2 times as much in the ratio.
    const Roof one = roof_of(100, 100 / 1.03, 104);
    const Roof other = roof_of(200, 200 / 1.03, 208);
    const Change change = compare(one, other);
    ASSERT_TRUE(change.ratio && change.interval);
    EXPECT_DOUBLE_EQ(*change.ratio, 2);
    const double distance = std::hypot(std::log(1.03), std::log(1.04));
    EXPECT_NEAR(change.interval->low, 2 * std::exp(-distance), 1e-12);
    EXPECT_NEAR(change.interval->high, 2 * std::exp(distance), 1e-12);
}

TEST(Change, RangesStandCornerToCorner) {
    const Change change = compare(ranged(100, 90, 110), roof_of(100, 99, 101));
    ASSERT_TRUE(change.interval);
    EXPECT_DOUBLE_EQ(change.interval->low, 99.0 / 110);
    EXPECT_DOUBLE_EQ(change.interval->high, 101.0 / 90);
    EXPECT_EQ(change.verdict, Verdict::undecided);
    EXPECT_NE(change.reason.find("few blocks"), std::string::npos) << change.reason;
    EXPECT_EQ(compare(ranged(100, 99, 101), ranged(101, 100, 102)).verdict, Verdict::same);
}

TEST(Change, FewerThanThreeBlocksDecideNothing) {
    const Change change = compare(roof_of(100, 99, 101), ranged(50, 50, 50, 1));
    EXPECT_EQ(change.verdict, Verdict::undecided);
    EXPECT_NE(change.reason.find("1 block"), std::string::npos) << change.reason;
    EXPECT_DOUBLE_EQ(change.ratio.value_or(0), 0.5) << "shown all the same";
    EXPECT_EQ(compare(roof_of(100, 99, 101), ranged(50, 49, 51, 3)).verdict, Verdict::changed);
}

TEST(Change, DoubtfulRoofsDecideNothing) {
    const Roof good = roof_of(100, 99, 101);
    Roof suspect = good;
    suspect.status = Status::suspect;
    suspect.reason = "failed its check: checksum";
    Change change = compare(good, suspect);
    EXPECT_EQ(change.verdict, Verdict::undecided);
    EXPECT_NE(change.reason.find("the second is suspect: failed its check"), std::string::npos)
        << change.reason;
    EXPECT_NE(compare(suspect, good).reason.find("the first is suspect"), std::string::npos);

    const Roof absent{.id = good.id, .target = good.target, .reason = "this build has no kernel fma_x"};
    change = compare(good, absent);
    EXPECT_EQ(change.verdict, Verdict::undecided);
    EXPECT_FALSE(change.ratio || change.interval);
    EXPECT_NE(change.reason.find("this build has no kernel fma_x"), std::string::npos) << change.reason;

    Roof declared = good;
    declared.status = Status::declared;
    EXPECT_EQ(compare(good, declared).verdict, Verdict::undecided);
    // Somebody's file: an interval beside its value, or one that reaches zero.
    EXPECT_EQ(compare(good, roof_of(100, 1e-300, 2e300)).verdict, Verdict::undecided);
    EXPECT_EQ(compare(good, roof_of(100, -5, 101)).verdict, Verdict::undecided);
    EXPECT_EQ(compare(good, roof_of(100, 79, 81)).verdict, Verdict::undecided) << "the value counts too";
    EXPECT_EQ(compare(roof_of(1e-300, 1e-300, 1e-300), roof_of(1e300, 1e300, 1e300)).verdict,
              Verdict::undecided);
}

TEST(Change, LatenciesAreSlowerWhenTheyGrow) {
    Roof one = roof_of(1e-9, 0.99e-9, 1.01e-9);
    one.target = latency_target(Level::L1);
    Roof other = one;
    other.value = 2e-9;
    other.ci95 = Interval{1.9e-9, 2.1e-9};
    EXPECT_TRUE(compare(one, other).reason.starts_with("slower")) << compare(one, other).reason;
    EXPECT_TRUE(compare(other, one).reason.starts_with("faster"));
    EXPECT_TRUE(compare(roof_of(100, 99, 101), roof_of(80, 79, 81)).reason.starts_with("slower"));
}

TEST(Change, NamesTheClockAndTheNeighbours) {
    Roof one = roof_of(100, 99, 101), other = roof_of(80, 79, 81);
    one.clock_hz = 3e9, one.per_cycle = 16;
    other.clock_hz = 2.4e9, other.per_cycle = 16;
    other.flags = {"contended"};
    const std::string reason = compare(one, other).reason;
    EXPECT_NE(reason.find("clock went from 3.00 GHz to 2.40 GHz"), std::string::npos) << reason;
    EXPECT_NE(reason.find("the second was contended"), std::string::npos) << reason;
    other.per_cycle = 12;
    EXPECT_EQ(compare(one, other).reason.find("clock"), std::string::npos) << "it explains nothing then";
}

}  // namespace
}  // namespace mansard::ceilings
