// Why a pair is faster or slower, and when nobody can say.
#include <gtest/gtest.h>

#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(Verdicts, NoSignificantChange) {
    const Pair pair = judged(work(), work("k", 1.02));
    EXPECT_EQ(pair.verdict, "no_change");
    EXPECT_NE(pair.reason.find("measured once, ± 5 % assumed"), std::string::npos) << pair.reason;
}

TEST(Verdicts, UndecidedWhereTheIntervalReachesAcross) {
    EXPECT_EQ(judged(work(), work("k", 0.93)).verdict, "undecided");
    const Pair repeated = judged(with_calls(work(), 1, {0.9, 1.1}), with_calls(work(), 1, {0.9, 1.1}));
    EXPECT_TRUE(repeated.repeated);
    EXPECT_EQ(repeated.verdict, "undecided") << "repeats that spread so much prove nothing";
}

TEST(Verdicts, RepeatsThatSpreadOnOneSideProveNothing) {
    EXPECT_EQ(judged(with_calls(work(), 1, {0.5, 2}), work()).verdict, "undecided");
    EXPECT_EQ(judged(with_calls(work(), 1, {0.99, 1.01}), work()).verdict, "no_change");
}

TEST(Verdicts, TheUncertaintyOfASingleRunCanBeGiven) {
    const Comparison sure = compared(one(work()), one(work("k", 0.93)), {.single_run = 0.005});
    EXPECT_EQ(sure.pairs[0].verdict, "faster");
    EXPECT_NE(sure.pairs[0].reason.find("± 0.5 % assumed"), std::string::npos) << sure.pairs[0].reason;
}

TEST(Verdicts, RepeatsDecideWhatSingleRunsCannot) {
    const Pair pair =
        judged(with_calls(work(), 1, {0.995, 1.005}), with_calls(work("k", 0.93), 0.93, {0.925, 0.935}));
    EXPECT_NE(pair.verdict, "undecided");
    EXPECT_TRUE(pair.repeated);
    ASSERT_TRUE(pair.time_ratio);
    EXPECT_LT(pair.time_ratio->high, 0.95);
    EXPECT_EQ(pair.reason.find("assumed"), std::string::npos) << pair.reason;
}

Point with_runs(Point point, double min, double median, double max, std::uint32_t runs) {
    point.details =
        std::make_shared<const Details>(Details{.call_seconds = CallTimes{min, median, max, std::nullopt}});
    point.records = runs;
    return point;
}

TEST(Verdicts, AFewRunsHaveTheirRange) {
    const Pair close =
        judged(with_runs(work(), 0.99, 1, 1.01, 5), with_runs(work("k", 0.5), 0.5, 0.5, 0.5, 2));
    EXPECT_FALSE(close.repeated);
    EXPECT_NE(close.reason.find("(5 runs before and 2 runs after, too few for an interval: their range, at "
                                "least ± 5 %)"),
              std::string::npos)
        << close.reason;
    ASSERT_TRUE(close.time_ratio && close.after_interval);
    EXPECT_NEAR(close.time_ratio->low, 0.4667, 1e-4) << "as of single runs";
    // What was seen to vary by more is less sure than that.
    const Pair wide = judged(with_runs(work(), 0.6, 1, 1.5, 3), work("k", 0.8));
    EXPECT_LT(wide.time_ratio->low, 0.55);
    EXPECT_EQ(wide.verdict, "undecided");
    EXPECT_NE(wide.reason.find("(3 runs before, too few for an interval: their range, at least ± 5 %; a side "
                               "was measured once, ± 5 % assumed)"),
              std::string::npos)
        << wide.reason;
    EXPECT_NE(judged(with_runs(work(), 0.9, 1, 1.1, 1), work()).reason.find("fewer than six runs before"),
              std::string::npos);
    EXPECT_TRUE(judged(with_runs(work(), 0, 1, 1.1, 4), work()).time_ratio) << "too short for its clock";
}

TEST(Verdicts, TilingWhereOneLevelsBytesFall) {
    const Pair pair = judged(work("k", 4), with_bytes(work("k", 1), 64e9, 16e9 / 25, 8e9 * 1.21));
    EXPECT_EQ(pair.verdict, "tiling");
    EXPECT_NE(pair.reason.find("L2 bytes fell 25.0 times"), std::string::npos) << pair.reason;
    EXPECT_NE(pair.reason.find("L2 traffic is the reason"), std::string::npos) << pair.reason;
    EXPECT_NE(pair.reason.find("not because of DRAM"), std::string::npos) << pair.reason;
}

TEST(Verdicts, TilingSaysThatTheBoundMovedInwards) {
    const Pair pair =
        judged(with_bytes(work("k", 4), 64e9, 16e9, 40e9), with_bytes(work("k", 1), 64e9, 16e9, 4e9), true);
    EXPECT_EQ(pair.verdict, "tiling");
    EXPECT_EQ(pair.bound_before, "DRAM");
    EXPECT_NE(pair.reason.find("moved inwards"), std::string::npos) << pair.reason;
}

TEST(Verdicts, TilingNamesTheBoundWhereItsBytesFell) {
    // L2's fell by more, and were not what it waited for.
    const Pair pair =
        judged(with_bytes(work("k", 4), 64e9, 16e9, 40e9), with_bytes(work("k", 1), 64e9, 1e9, 4e9), true);
    EXPECT_NE(pair.reason.find("DRAM traffic is the reason"), std::string::npos) << pair.reason;
}

TEST(Verdicts, FewerBytesThanTheTimeAreAPartOfTheReason) {
    const Pair pair = judged(work("k", 4), with_bytes(work("k", 1), 64e9, 16e9 / 2.5, 8e9));
    EXPECT_EQ(pair.verdict, "tiling");
    EXPECT_NE(pair.reason.find("L2 traffic is a part of the reason"), std::string::npos) << pair.reason;
}

TEST(Verdicts, ATenthFewerBytesAreNoReasonForHalfTheTime) {
    const Pair unknown = judged(work("k", 4), with_bytes(work("k", 1), 64e9, 16e9, 8e9 * 0.85));
    EXPECT_EQ(unknown.verdict, "faster");
    EXPECT_NE(unknown.reason.find("DRAM bytes fell by 15 %"), std::string::npos) << unknown.reason;
    EXPECT_EQ(unknown.reason.find("not known"), std::string::npos) << unknown.reason;
    const Pair arithmetic = judged(with_bytes(work("k", 8, 80e9), 1e9, 1e9, 1e9),
                                   with_bytes(work("k", 2.5, 80e9), 1e9, 1e9, 0.85e9), true);
    EXPECT_EQ(arithmetic.verdict, "vectorization");
    EXPECT_NE(arithmetic.reason.find("too little to be the reason"), std::string::npos) << arithmetic.reason;
    const Pair memory = judged(with_bytes(work("k", 6, 1e9), 40e9, 40e9, 40e9),
                               with_bytes(work("k", 3, 1e9), 34e9, 40e9, 40e9), true);
    EXPECT_EQ(memory.verdict, "overlap");
    EXPECT_NE(memory.reason.find("the same DRAM bytes"), std::string::npos) << memory.reason;
}

TEST(Verdicts, AFewBytesMoreAreNoNews) {
    const Pair pair =
        judged(with_bytes(work("k", 4), 64e9, 16e9, 300), with_bytes(work("k", 1), 64e9, 1e9, 3000));
    EXPECT_EQ(pair.verdict, "tiling");
    EXPECT_EQ(pair.reason.find("DRAM"), std::string::npos) << pair.reason;
}

TEST(Verdicts, FusionWhereAllLevelsFallAlike) {
    EXPECT_EQ(judged(work("k", 2), with_bytes(work("k", 1), 32e9, 8e9, 4e9)).verdict, "fusion");
}

TEST(Verdicts, FusionWhereSeveralBecameOne) {
    std::vector<Point> before, after;
    before.push_back(work("scale", 1));
    before.push_back(work("add", 1));
    after.push_back(with_bytes(work("both", 1.2, 16e9), 100e9, 20e9, 9e9));
    const Comparison comparison =
        compared(std::move(before), std::move(after), {.maps = {"scale=both", "add=both"}});
    ASSERT_EQ(comparison.pairs.size(), 1u);
    const Pair& pair = comparison.pairs[0];
    EXPECT_EQ(pair.merged, 2u);
    EXPECT_DOUBLE_EQ(*pair.seconds.before, 2);
    EXPECT_DOUBLE_EQ(*pair.flops.ratio(), 1);
    EXPECT_EQ(pair.verdict, "fusion") << pair.reason;
}

TEST(Verdicts, SeveralThatBecameOneMayKeepTheBytesOfALevel) {
    std::vector<Point> before, after;
    before.push_back(work("scale", 1));
    before.push_back(work("add", 1));
    after.push_back(with_bytes(work("both", 1.2, 16e9), 128e9, 32e9, 9e9));
    const Comparison comparison =
        compared(std::move(before), std::move(after), {.maps = {"scale=both", "add=both"}});
    EXPECT_EQ(comparison.pairs.at(0).verdict, "fusion") << comparison.pairs.at(0).reason;
}

TEST(Verdicts, VectorizationUnderTheArithmetic) {
    Point before = with_bytes(work("k", 8, 80e9), 1e9, 1e9, 1e9),
          after = with_bytes(work("k", 2.5, 80e9), 1e9, 1e9, 1e9);
    EXPECT_EQ(judged(std::move(before), std::move(after), true).verdict, "vectorization");
}

TEST(Verdicts, WithoutBytesAndRoofsNothingTellsWhyItIsFaster) {
    const auto flops_alone = [](double seconds) {
        return Point{.name = "k", .seconds = seconds, .flops = {{.dtype = Dtype::f64, .count = 1e9}}};
    };
    EXPECT_EQ(judged(flops_alone(4), flops_alone(1)).verdict, "faster");
    EXPECT_EQ(judged(flops_alone(4), flops_alone(1), true).verdict, "faster")
        << "incomplete points have no bound";
}

TEST(Verdicts, OverlapUnderAMemoryLevel) {
    const Pair pair = judged(with_bytes(work("k", 4, 1e9), 40e9, 40e9, 40e9),
                             with_bytes(work("k", 3, 1e9), 40e9, 40e9, 40e9), true);
    EXPECT_EQ(pair.verdict, "overlap") << pair.reason;
    EXPECT_NE(pair.reason.find("DRAM delivers them faster"), std::string::npos) << pair.reason;
}

TEST(Verdicts, NarrowerTypesAreNoFusion) {
    Point half = with_bytes(work("k", 1), 32e9, 8e9, 4e9);
    half.flops[0].dtype = Dtype::f32;
    const Pair pair = judged(work("k", 2), half);
    EXPECT_EQ(pair.verdict, "narrower_types");
    EXPECT_TRUE(pair.reason.starts_with(
        "2.00 times as fast: as many FLOPs in f32 instead of f64, numbers of 4 B instead of 8 B; "))
        << pair.reason;
    EXPECT_EQ(pair.reason.find("a part of the reason"), std::string::npos) << pair.reason;
    // Bytes fell by more than the types tell.
    half.bytes[2].count = 1e9;
    EXPECT_EQ(judged(work("k", 2), half).verdict, "tiling");
    // Half of the bytes is no reason for an eighth of the time.
    half.bytes[2].count = 4e9, half.seconds = 0.25;
    EXPECT_EQ(judged(work("k", 2), half).verdict, "faster");
}

TEST(Verdicts, MoreThreadsAreNoOverlap) {
    Point before = with_bytes(work("k", 4, 1e9), 40e9, 40e9, 40e9),
          after = with_bytes(work("k", 2, 1e9), 40e9, 40e9, 40e9);
    after.threads = 2;
    const Pair pair = judged(before, after, true);
    EXPECT_EQ(pair.bound_before, "DRAM");
    EXPECT_EQ(pair.verdict, "more_threads");
    EXPECT_TRUE(pair.reason.starts_with("2.00 times as fast on 2 threads instead of 1 (")) << pair.reason;
    after.seconds = 1.3;
    EXPECT_NE(judged(before, after, true).reason.find("a part of the reason"), std::string::npos);
    after.bytes[2].count = 10e9;
    EXPECT_EQ(judged(before, after, true).verdict, "tiling") << "what the program did comes first";
}

TEST(Verdicts, RecomputationLessWorkRegression) {
    EXPECT_EQ(judged(work("k", 2), with_bytes(work("k", 1, 12e9), 64e9, 16e9, 4e9)).verdict, "recomputation");
    EXPECT_EQ(judged(work("k", 2), work("k", 1, 4e9)).verdict, "less_work");
    const Pair slower = judged(work("k", 1), with_bytes(work("k", 2), 64e9, 16e9, 24e9));
    EXPECT_EQ(slower.verdict, "regression");
    EXPECT_NE(slower.reason.find("DRAM bytes rose 3.00 times"), std::string::npos) << slower.reason;
}

TEST(Verdicts, FasterWithoutAReasonSaysSo) {
    EXPECT_EQ(judged(work("k", 2), work("k", 1)).verdict, "faster");
    EXPECT_EQ(judged({.name = "k", .seconds = 2}, {.name = "k", .seconds = 1}).verdict, "faster");
}

TEST(Verdicts, WhatIsNotKnownIsNotCalledTheSame) {
    const Pair slower = judged({.name = "k", .seconds = 1}, {.name = "k", .seconds = 2});
    EXPECT_EQ(slower.verdict, "regression");
    EXPECT_NE(slower.reason.find("FLOPs and bytes that would tell why are not known"), std::string::npos)
        << slower.reason;
    Point before = work("k", 2), after = with_bytes(work("k", 1), 64e9, 16e9, 4e9);
    before.flops.clear(), after.flops.clear();
    const Pair copy = judged(std::move(before), std::move(after));
    EXPECT_EQ(copy.verdict, "faster");
    EXPECT_NE(copy.reason.find("DRAM bytes fell 2.00 times"), std::string::npos) << copy.reason;
    EXPECT_NE(copy.reason.find("; FLOPs that would tell why"), std::string::npos) << copy.reason;
}

TEST(Verdicts, NoTimeIsNoVerdict) {
    Point before = work();
    before.seconds.reset();
    const Pair pair = judged(std::move(before), with_bytes(work(), 64e9, 4e9, 8e9));
    EXPECT_EQ(pair.verdict, "no_time");
    EXPECT_NE(pair.reason.find("L2 bytes fell 4.00 times"), std::string::npos) << pair.reason;
    EXPECT_EQ(judged(work("k", 0), work()).verdict, "no_time");
}

}  // namespace
}  // namespace mansard::analyzer
