// Before against after: which points are paired, what is said of them, and what is not.
#include <gtest/gtest.h>

#include <cmath>

#include "analyzer/compare/machines.hpp"
#include "core/error.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(Pairs, QuantitiesAreThoseOfOneCall) {
    Point before = work("k", 10, 80e9), after = work("k", 3, 24e9);
    before.calls = 10, after.calls = 3;
    const Pair pair = judged(std::move(before), std::move(after));
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 1);
    EXPECT_DOUBLE_EQ(*pair.flops.ratio(), 1);
    EXPECT_DOUBLE_EQ(*pair.total_seconds.ratio(), 0.3);
}

TEST(Pairs, OneEstimateOfTheTimeServesAllOfAPair) {
    // Ten calls, one of them far longer: their mean is 1.9 times their median.
    Point before = with_calls(work("k", 19, 80e9), 1, {0.99, 1.01}), after = work("k", 10, 80e9);
    before.calls = after.calls = 10;
    const Pair pair = judged(before, after, true);
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 1);
    EXPECT_DOUBLE_EQ(*pair.rate.ratio(), 1);
    EXPECT_NEAR(*pair.efficiency.ratio(), 1, 1e-12);
    EXPECT_DOUBLE_EQ(*pair.total_seconds.before, 19) << "what was measured in all stays";
}

TEST(Pairs, MergedPointsHaveTheirMediansTogether) {
    std::vector<Point> before;
    before.push_back(with_calls(work("a", 2), 1, {0.97, 1.03}));
    before.push_back(with_calls(work("b", 5), 2, {1.96, 2.04}));
    const Comparison comparison =
        compared(std::move(before), one(with_calls(work("c", 1), 1, {0.99, 1.01})), {.maps = {"a=c", "b=c"}});
    const Pair& pair = comparison.pairs.at(0);
    EXPECT_DOUBLE_EQ(*pair.seconds.before, 3);
    EXPECT_TRUE(pair.repeated);
    EXPECT_NEAR(pair.time_ratio->high, std::exp(std::hypot(std::log(3 / 2.95), std::log(1.01))) / 3, 1e-9)
        << "0.03 and 0.04 add by their squares";
}

TEST(Pairs, AsManyFlopsInOtherCallsAreTheSameWork) {
    Point before = work("k", 2), after = work("k", 1);
    before.calls = 10, after.calls = 100;
    const Pair pair = judged(before, after);
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 0.5);
    EXPECT_DOUBLE_EQ(*pair.flops.ratio(), 1);
    EXPECT_EQ(pair.notes,
              (std::vector<std::string>{
                  "calls: 10 before, 100 after: the same FLOPs in all, so all calls are compared"}));
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
    EXPECT_TRUE(machine_differences(before, after, false).empty());
    after.caches[1].bytes /= 2;
    after.cpus = 4;
    const std::vector<Note> notes = machine_differences(before, after, false);
    ASSERT_EQ(notes.size(), 2u);
    EXPECT_NE(notes[0].text.find("before counts 8 CPUs, after 4"), std::string::npos) << notes[0].text;
    EXPECT_NE(notes[1].text.find("32 MiB of L3, after 16 MiB"), std::string::npos) << notes[1].text;
    after.cpus.reset(), after.caches.clear();
    EXPECT_TRUE(machine_differences(before, after, false).empty()) << "what is not said does not differ";
}

TEST(Devices, OtherHostsAreNamedAndOtherModelsRefused) {
    Profile before, after;
    before.host = "one", after.host = "two";
    const std::vector<Note> hosts = machine_differences(before, after, false);
    ASSERT_EQ(hosts.size(), 1u);
    EXPECT_NE(hosts[0].text.find("before ran on the host one, after on two"), std::string::npos);
    after.host = "one";
    before.device = "Intel(R) Xeon(R) Platinum 8360Y CPU @ 2.40GHz",
    after.device = "Intel Xeon Platinum 8360Y";
    EXPECT_TRUE(machine_differences(before, after, false).empty()) << "one model, two spellings";
    after.device = "AMD EPYC 7742 64-Core Processor";
    EXPECT_THROW(machine_differences(before, after, false), Error);
    EXPECT_EQ(machine_differences(before, after, true).size(), 1u);
}

TEST(Devices, OfTwoDevicesOnlyByForce) {
    Point before = work(), after = work();
    before.device = "A100", after.device = "H100";
    EXPECT_EQ(refusal(one(before), one(after)), Exit::bad_input);
    EXPECT_EQ(refusal(one(before), one(after), {.force = true}), Exit::ok);
}

}  // namespace
}  // namespace mansard::analyzer
