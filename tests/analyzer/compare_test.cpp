// Before against after: which points are paired, what is said of them, and what is not.
#include "analyzer/compare/compare.hpp"

#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "analyzer/compare/machines.hpp"
#include "core/error.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// One call of 1 s on one thread, 8 GFLOP, 64 GB of L1, 16 GB of L2 and 8 GB of DRAM.
Point work(const std::string& name = "k", double seconds = 1, double flops = 8e9) {
    Point point{.name = name, .threads = 1, .seconds = seconds};
    point.flops.push_back({.dtype = Dtype::f64, .count = flops});
    for (const auto& [level, bytes] : {std::pair(Level::L1, 64e9), {Level::L2, 16e9}, {Level::DRAM, 8e9}})
        point.bytes.push_back({.level = level, .basis = Basis::traffic, .count = bytes});
    return point;
}

Point with_bytes(Point point, double l1, double l2, double dram) {
    point.bytes[0].count = l1, point.bytes[1].count = l2, point.bytes[2].count = dram;
    return point;
}

Point with_calls(Point point, double median, Interval ci95) {
    point.details = std::make_shared<const Details>(
        Details{.call_seconds = CallTimes{ci95.low, median, ci95.high, ci95}});
    return point;
}

Analysis analysis_of(std::vector<Point> points, bool roofs = false) {
    std::vector<Profile> profiles(1);
    for (Point& point : points) profiles[0].points.push_back(std::move(point));
    profiles[0].source = "p.csv";
    return analyze(std::move(profiles), roofs ? std::optional(four_cores()) : std::nullopt, {});
}

Comparison compared(std::vector<Point> before, std::vector<Point> after, CompareOptions options = {},
                    bool roofs = false) {
    return compare(analysis_of(std::move(before), roofs), analysis_of(std::move(after), roofs), options);
}

std::vector<Point> one(Point point) {
    std::vector<Point> points;
    points.push_back(std::move(point));
    return points;
}

Pair judged(Point before, Point after, bool roofs = false) {
    std::vector<Point> one, other;
    one.push_back(std::move(before));
    other.push_back(std::move(after));
    return compared(std::move(one), std::move(other), {}, roofs).pairs.at(0);
}

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

TEST(Verdicts, OverlapUnderAMemoryLevel) {
    const Pair pair = judged(with_bytes(work("k", 4, 1e9), 40e9, 40e9, 40e9),
                             with_bytes(work("k", 3, 1e9), 40e9, 40e9, 40e9), true);
    EXPECT_EQ(pair.verdict, "overlap") << pair.reason;
    EXPECT_NE(pair.reason.find("DRAM delivers them faster"), std::string::npos) << pair.reason;
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

TEST(Pairs, QuantitiesAreThoseOfOneCall) {
    Point before = work("k", 10, 80e9), after = work("k", 3, 24e9);
    before.calls = 10, after.calls = 3;
    const Pair pair = judged(std::move(before), std::move(after));
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 1);
    EXPECT_DOUBLE_EQ(*pair.flops.ratio(), 1);
    EXPECT_DOUBLE_EQ(*pair.total_seconds.ratio(), 0.3);
}

TEST(Pairs, WhatOneSideLacksIsNotComparedAndNamed) {
    Point before = work(), after = work();
    before.bytes.erase(before.bytes.begin());
    after.bytes[1].basis = Basis::architectural;
    after.flops.clear();
    const Pair pair = judged(std::move(before), std::move(after));
    ASSERT_EQ(pair.levels.size(), 1u);
    EXPECT_EQ(pair.levels[0].level, Level::DRAM);
    ASSERT_EQ(pair.notes.size(), 3u);
    EXPECT_NE(pair.notes[0].find("L1 bytes are known only after"), std::string::npos);
    EXPECT_NE(pair.notes[1].find("L2 bytes are architectural on one side"), std::string::npos);
    EXPECT_NE(pair.notes[2].find("FLOPs are known only before"), std::string::npos);
}

TEST(Pairs, AnotherClockIsNamed) {
    Point before = work(), after = work();
    before.details = std::make_shared<const Details>(Details{.clock_hz = 1.0e9});
    after.details = std::make_shared<const Details>(Details{.clock_hz = 1.5e9});
    const Pair pair = judged(std::move(before), std::move(after));
    ASSERT_EQ(pair.notes.size(), 1u);
    EXPECT_NE(pair.notes[0].find("the clock was 1.00 GHz before and 1.50 GHz after"), std::string::npos)
        << pair.notes[0];
}

TEST(Pairs, LaunchesAndTensorsOfAnotherShapeAreNamed) {
    Point before = work(), after = work();
    before.details =
        std::make_shared<const Details>(Details{.grid = "1,1,1", .block = "64,1,1", .shapes = "[8]"});
    after.details =
        std::make_shared<const Details>(Details{.grid = "2,1,1", .block = "64,1,1", .shapes = "[16]"});
    const Pair pair = judged(std::move(before), std::move(after));
    EXPECT_EQ(pair.notes,
              (std::vector<std::string>{"grid 1,1,1 before, 2,1,1 after",
                                        "shapes [8] before, [16] after: perhaps another problem"}));
}

TEST(Pairs, MissingTimesAreNamed) {
    Point before = work("k", 0), after = work();
    EXPECT_EQ(judged(before, after).notes, (std::vector<std::string>{"no time before"}));
    EXPECT_EQ(judged(after, before).notes, (std::vector<std::string>{"no time after"}));
    EXPECT_EQ(judged(before, before).notes, (std::vector<std::string>{"no time on either side"}));
}

TEST(Pairs, APointAboveItsRoofIsNamed) {
    const Pair pair = judged(work("k", 4), work("k", 0.1), true);
    EXPECT_EQ(pair.status_after, PlacementStatus::above_roof);
    ASSERT_FALSE(pair.notes.empty());
    EXPECT_NE(pair.notes.back().find("after is above its roof"), std::string::npos) << pair.notes.back();
}

TEST(Pairs, AnotherNumberTypeIsNamed) {
    Point before = work(), after = work();
    after.flops[0].dtype = Dtype::f32;
    const Pair pair = judged(std::move(before), std::move(after));
    ASSERT_EQ(pair.notes.size(), 1u);
    EXPECT_NE(pair.notes[0].find("FLOPs are f64 before and f32 after"), std::string::npos) << pair.notes[0];
}

TEST(Pairs, TheWholeSaysWhatOnlyOneSideHas) {
    std::vector<Point> before, after;
    before.push_back(work("k"));
    before.push_back(work("old"));
    after.push_back(with_bytes(work("k", 0.5), 8e9, 4e9, 2e9));
    const Comparison comparison = compared(std::move(before), std::move(after));
    ASSERT_TRUE(comparison.whole);
    EXPECT_EQ(comparison.whole->verdict, "faster");
    EXPECT_TRUE(comparison.whole->reason.starts_with("4.00 times as fast; its points say why ("))
        << comparison.whole->reason;
    ASSERT_FALSE(comparison.whole->notes.empty());
    EXPECT_EQ(comparison.whole->notes.back(),
              "it includes what only one side has: 1 point before, 0 points after");
}

TEST(Matching, DuplicateNamesAreToldApartOrNamed) {
    const auto grid = [](Point point, const char* text) {
        point.details = std::make_shared<const Details>(Details{.grid = text});
        return point;
    };
    std::vector<Point> before, after;
    before.push_back(grid(work("k", 1), "1,1,1"));
    before.push_back(grid(work("k", 2), "2,1,1"));
    before.push_back(work("twice", 3));
    before.push_back(work("twice", 4));
    after.push_back(grid(work("k", 4), "2,1,1"));
    after.push_back(grid(work("k", 1), "1,1,1"));
    after.push_back(work("twice", 3));
    const Comparison comparison = compared(std::move(before), std::move(after));
    ASSERT_EQ(comparison.pairs.size(), 2u);
    EXPECT_DOUBLE_EQ(*comparison.pairs[0].seconds.ratio(), 2) << "the longer one first";
    EXPECT_EQ(comparison.pairs[0].detail, "grid 2,1,1");
    EXPECT_DOUBLE_EQ(*comparison.pairs[1].seconds.ratio(), 1);
    EXPECT_EQ(comparison.ambiguous, (std::vector<std::string>{"twice"}));
}

TEST(Matching, WhatChangedForAllTellsNothingApart) {
    const auto launch = [](Point point, const char* grid, const char* block) {
        point.details = std::make_shared<const Details>(Details{.grid = grid, .block = block});
        return point;
    };
    std::vector<Point> before, after;
    before.push_back(launch(work("k", 1), "1,1,1", "128,1,1"));
    before.push_back(launch(work("k", 2), "2,1,1", "128,1,1"));
    after.push_back(launch(work("k", 3), "2,1,1", "256,1,1"));
    after.push_back(launch(work("k", 4), "1,1,1", "256,1,1"));
    const Comparison comparison = compared(std::move(before), std::move(after));
    ASSERT_EQ(comparison.pairs.size(), 2u);
    EXPECT_TRUE(comparison.ambiguous.empty());
    EXPECT_EQ(comparison.pairs[0].detail, "grid 2,1,1");
    EXPECT_EQ(comparison.pairs[0].place_after, 1u) << "points are sorted by time";
    EXPECT_EQ(comparison.pairs[0].notes, (std::vector<std::string>{"block 128,1,1 before, 256,1,1 after"}));
}

TEST(Matching, LikelyPairsAreSuggestedAndNotMade) {
    std::vector<Point> before, after;
    before.push_back(work("same"));
    before.push_back(work("kernel_schedule_12", 3));
    after.push_back(work("same"));
    after.push_back(work("kernel_schedule_7", 1));
    const Comparison comparison = compared(std::move(before), std::move(after));
    EXPECT_EQ(comparison.pairs.size(), 1u);
    EXPECT_EQ(comparison.only_before, (std::vector<std::string>{"kernel_schedule_12"}));
    ASSERT_EQ(comparison.notes.size(), 1u);
    EXPECT_EQ(comparison.notes[0].remedy, "--map 'kernel_schedule_12=kernel_schedule_7'");
}

Exit refusal(std::vector<Point> before, std::vector<Point> after, CompareOptions options = {}) {
    try {
        compared(std::move(before), std::move(after), std::move(options));
    } catch (const Error& error) {
        return error.status();
    }
    return Exit::ok;
}

TEST(Matching, NothingInCommonIsAnError) {
    EXPECT_EQ(refusal(one(work("a")), one(work("b"))), Exit::bad_input);
}

TEST(Matching, MapsThatNameNothingAreRefused) {
    for (const char* map : {"x", "a=", "=a", "x=a", "a=x"})
        EXPECT_EQ(refusal(one(work("a")), one(work("a")), {.maps = {map}}), Exit::usage) << map;
    EXPECT_EQ(refusal(one(work("f(x=1)")), one(work("g(y=2)")), {.maps = {"f(x=1)=g(y=2)"}}), Exit::ok);
}

TEST(Matching, RecordsThatWereRejectedAreNamed) {
    Analysis before = analysis_of(one(work())), after = analysis_of(one(work()));
    after.rejected.push_back({.record = "a.csv, line 3", .name = "gone", .reason = "seconds is negative"});
    const Comparison comparison = compare(std::move(before), std::move(after), {});
    ASSERT_EQ(comparison.notes.size(), 1u);
    EXPECT_EQ(comparison.notes[0].text,
              "1 record of after was rejected: gone (a.csv, line 3): seconds is negative");
}

TEST(Devices, ASideThatNamesNoneIsNamed) {
    Point before = work(), after = work();
    before.device = "A100";
    const Comparison comparison = compared(one(before), one(after));
    ASSERT_EQ(comparison.notes.size(), 1u);
    EXPECT_EQ(comparison.notes[0].code, "device_unnamed");
    EXPECT_EQ(comparison.notes[0].text, "before ran on A100, after names no device: taken for the same");
}

TEST(Devices, OtherCachesAndCpusAreNamed) {
    Profile before, after;
    before.cpus = 8, after.cpus = 8;
    before.caches = {{.level = Level::L1, .bytes = 32768}, {.level = Level::L3, .bytes = 33554432}};
    after.caches = before.caches;
    EXPECT_TRUE(machine_differences(before, after).empty());
    after.caches[1].bytes /= 2;
    after.cpus = 4;
    const std::vector<Note> notes = machine_differences(before, after);
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[0].text.find("before counts 8 CPUs, after 4"), std::string::npos) << notes[0].text;
    EXPECT_NE(notes[1].text.find("32 MiB of L3, after 16 MiB"), std::string::npos) << notes[1].text;
    after.cpus.reset(), after.caches.clear();
    EXPECT_TRUE(machine_differences(before, after).empty()) << "what is not said does not differ";
}

TEST(Devices, OfTwoDevicesOnlyByForce) {
    Point before = work(), after = work();
    before.device = "A100", after.device = "H100";
    EXPECT_EQ(refusal(one(before), one(after)), Exit::bad_input);
    EXPECT_EQ(refusal(one(before), one(after), {.force = true}), Exit::ok);
}

}  // namespace
}  // namespace mansard::analyzer
