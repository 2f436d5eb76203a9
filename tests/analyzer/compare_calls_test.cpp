// Calls and steps that differ between the sides: what is as much work, and what the program did more of.
#include <gtest/gtest.h>

#include <sstream>

#include "analyzer/compare/documents.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// `calls` calls of `seconds` each, and as much work in each.
Point called(const std::string& name, double calls, double seconds, double flops = 1e9) {
    Point point{.name = name, .threads = 1, .calls = calls, .seconds = calls * seconds};
    point.flops.push_back({.dtype = Dtype::f64, .count = calls * flops});
    point.bytes.push_back({.level = Level::DRAM, .basis = Basis::traffic, .count = calls * 1e10});
    return point;
}

std::vector<Point> all(std::initializer_list<Point> points) {
    return points;
}

Comparison of_format(const std::string& format, std::vector<Point> before, std::vector<Point> after,
                     const CompareOptions& options = {}) {
    Analysis one = analysis_of(std::move(before)), other = analysis_of(std::move(after));
    one.formats = other.formats = {format};
    return compare(std::move(one), std::move(other), options);
}

std::string all_notes(const Pair& pair) {
    std::string text;
    for (const std::string& note : pair.notes) text += note + "\n";
    return text;
}

TEST(Calls, OfAHarnessAreNobodysWork) {
    for (const char* format : {"google-benchmark", "nanobench", "nvbench", "likwid-bench"}) {
        const Comparison comparison = of_format(format, all({called("a", 500, 1e-3), called("b", 125, 4e-3)}),
                                                all({called("a", 1000, 0.5e-3), called("b", 250, 2e-3)}),
                                                {.expectations = {"total_time<=0.6"}});
        ASSERT_TRUE(comparison.whole) << format;
        EXPECT_NEAR(*comparison.whole->seconds.ratio(), 0.5, 1e-12);
        EXPECT_NEAR(*comparison.whole->flops.ratio(), 1, 1e-12);
        EXPECT_FALSE(comparison.whole_measured) << "its total says nothing";
        EXPECT_NE(all_notes(*comparison.whole)
                      .find("calls differ in 2 pairs (a: 500 before, 1000 after, …): "
                            "after's time of one call is taken over before's calls"),
                  std::string::npos)
            << all_notes(*comparison.whole);
        for (const ExpectationResult& one : comparison.expectations)
            EXPECT_EQ(one.outcome, Outcome::holds) << one.reason;
        const Pair& pair = comparison.pairs.at(0);
        EXPECT_DOUBLE_EQ(*pair.total_seconds.ratio(), 1) << "what was measured stands beside it";
        EXPECT_FALSE(pair.calls_changed);
        EXPECT_EQ(all_notes(pair), "");
    }
}

TEST(Calls, OfAHarnessWhatOneSideAloneHasIsLeftOut) {
    const Comparison comparison =
        of_format("google-benchmark", all({called("a", 10, 1), called("old", 10, 1)}),
                  all({called("a", 20, 0.5), called("new", 50, 1), called("newer", 70, 1)}));
    ASSERT_TRUE(comparison.whole);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.before, 10);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.after, 5);
    EXPECT_NE(all_notes(*comparison.whole)
                  .find("it leaves out what only one side has: 1 point before, 2 points after"),
              std::string::npos)
        << all_notes(*comparison.whole);
}

TEST(Calls, OfAHarnessMergedPointsAreOneCallOfEach) {
    const Comparison comparison =
        of_format("google-benchmark", all({called("f1", 1000, 1), called("f2", 500, 2)}),
                  all({called("f", 700, 1.5)}), {.maps = {"f1=f", "f2=f"}});
    const Pair& pair = comparison.pairs.at(0);
    EXPECT_DOUBLE_EQ(*pair.seconds.before, 3);
    EXPECT_DOUBLE_EQ(*pair.flops.before, 2e9);
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 0.5);
    EXPECT_DOUBLE_EQ(*pair.compared_total().ratio(), 0.5);
    ASSERT_TRUE(comparison.whole);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.ratio(), 0.5);
}

TEST(Calls, OfAProgramAreNamedAndBothTotalsStand) {
    // The kernel is as fast as before and runs twice as often; another one was fused.
    const Comparison comparison = of_format("nsys-csv", all({called("k", 10, 0.1), called("f", 10, 0.3)}),
                                            all({called("k", 20, 0.1), called("f", 10, 0.15)}),
                                            {.expectations = {"k:total_time<=1.1"}});
    ASSERT_TRUE(comparison.whole && comparison.whole_measured);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.before, 4);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.after, 2.5);
    EXPECT_DOUBLE_EQ(*comparison.whole->flops.ratio(), 1) << "no more FLOPs at equal calls";
    EXPECT_NE(comparison.whole->verdict, "recomputation");
    EXPECT_DOUBLE_EQ(*comparison.whole_measured->seconds.after, 3.5);
    EXPECT_EQ(comparison.whole_measured->name, "all points, as measured");
    EXPECT_EQ(comparison.expectations.at(0).outcome, Outcome::fails) << "it was really called more often";
    const Pair& k = comparison.pairs.at(1);
    EXPECT_EQ(k.name, "k");
    EXPECT_TRUE(k.calls_changed);
    EXPECT_EQ(all_notes(k), "calls: 10 before, 20 after\n");
    std::ostringstream text;
    find_comparison_reporter("text").write(comparison, {}, text);
    for (const char* part : {"calls", "10 → 20", "all points, as measured"})
        EXPECT_NE(text.str().find(part), std::string::npos) << part << " in\n" << text.str();
    const Json json = parse_json(comparison_json(comparison), "c");
    EXPECT_DOUBLE_EQ(json["whole_measured"]["seconds"]["after"].get<double>(), 3.5);
}

TEST(Calls, AFewMoreThatTakeNoTimeNeedNoSecondTotal) {
    const Comparison comparison = of_format("nsys-csv", all({called("k", 10, 0.1), called("tiny", 10, 1e-4)}),
                                            all({called("k", 10, 0.1), called("tiny", 11, 1e-4)}));
    ASSERT_TRUE(comparison.whole);
    EXPECT_FALSE(comparison.whole_measured);
    EXPECT_TRUE(comparison.pairs.at(1).calls_changed);
}

TEST(Calls, AWallTimeStandsBesideTheSumOverEqualCalls) {
    Analysis before = analysis_of(all({called("k", 10, 0.1)})),
             after = analysis_of(all({called("k", 20, 0.05)}));
    before.summary.seconds_wall = 3, after.summary.seconds_wall = 3;
    before.program.front().point.seconds = after.program.front().point.seconds = 3;
    const Comparison comparison = compare(std::move(before), std::move(after), {});
    ASSERT_TRUE(comparison.whole && comparison.whole_measured);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.ratio(), 0.5);
    EXPECT_DOUBLE_EQ(*comparison.whole_measured->seconds.after, 3);
    EXPECT_NE(all_notes(*comparison.whole).find("it is the sum of its points' times"), std::string::npos);
}

TEST(Calls, MergedPointsNameTheirs) {
    const Comparison comparison = of_format("nsys-csv", all({called("f1", 10, 1), called("f2", 20, 1)}),
                                            all({called("f", 10, 1)}), {.maps = {"f1=f", "f2=f"}});
    EXPECT_EQ(all_notes(comparison.pairs.at(0)),
              "calls: 20 + 10 before, 10 after: all of before is taken over after's calls\n");
    EXPECT_DOUBLE_EQ(*comparison.pairs.at(0).seconds.before, 3);
}

/// Point `a` once in each of `steps` steps.
Analysis in_steps(int steps, double seconds, bool wholes = true) {
    std::vector<Profile> profiles(1);
    for (int i = 1; i <= steps; ++i) {
        Point point = called("a", 1, seconds);
        point.step = std::to_string(i);
        if (wholes) {
            Point whole = point;
            whole.name = "step " + std::to_string(i);
            profiles[0].steps.push_back(std::move(whole));
        }
        profiles[0].points.push_back(std::move(point));
    }
    if (wholes) {
        Point average = called("average step", 1, seconds);
        average.step = "average";
        profiles[0].steps.push_back(std::move(average));
    }
    profiles[0].format = "mansard-csv";
    return analyze(std::move(profiles), std::nullopt, {});
}

TEST(Steps, MoreOfThemAreNotMoreWork) {
    const Comparison comparison =
        compare(in_steps(2, 1), in_steps(4, 0.5), {.expectations = {"total_time<=0.6", "time<=0.6"}});
    ASSERT_EQ(comparison.pairs.size(), 1u);
    EXPECT_TRUE(comparison.only_after.empty() && comparison.ambiguous.empty());
    const Pair& pair = comparison.pairs.at(0);
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 0.5);
    EXPECT_DOUBLE_EQ(*pair.calls.after, 4);
    EXPECT_FALSE(pair.calls_changed) << "as often in each step";
    EXPECT_DOUBLE_EQ(*pair.total_seconds.ratio(), 1);
    EXPECT_NE(pair.reason.find("2 runs before and 4 runs after"), std::string::npos)
        << "its steps are repetitions: " << pair.reason;
    for (const ExpectationResult& one : comparison.expectations)
        EXPECT_EQ(one.outcome, Outcome::holds) << one.expression << ": " << one.reason;
    ASSERT_TRUE(comparison.whole && comparison.whole_measured);
    EXPECT_EQ(comparison.whole->name, "average step");
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.ratio(), 0.5);
    EXPECT_DOUBLE_EQ(*comparison.whole_measured->seconds.ratio(), 1);
    std::ostringstream text;
    find_comparison_reporter("text").write(comparison, {}, text);
    EXPECT_NE(text.str().find("average step "), std::string::npos) << text.str();
    ASSERT_EQ(comparison.notes.size(), 1u);
    EXPECT_EQ(
        comparison.notes[0].text,
        "before has 2 steps, after 4: points are compared over all steps, and the whole is over as many of "
        "them");
}

TEST(Steps, OneAgainstSeveral) {
    const Comparison comparison = compare(in_steps(1, 1, false), in_steps(3, 0.5), {});
    ASSERT_TRUE(comparison.whole);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.ratio(), 0.5);
}

TEST(Steps, AsManyOfThemStayPairsOfTheirOwn) {
    const Comparison comparison = compare(in_steps(3, 1), in_steps(3, 0.5), {});
    EXPECT_EQ(comparison.pairs.size(), 3u);
    EXPECT_TRUE(comparison.notes.empty());
    EXPECT_FALSE(comparison.whole_measured);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.before, 3);
}

TEST(Steps, MoreCallsInEachAreNamed) {
    Analysis after = in_steps(4, 0.5);
    for (PlacedPoint& placed : after.points) placed = {.point = called("a", 2, 0.5), .flops = 2e9};
    int step = 0;
    for (PlacedPoint& placed : after.points) placed.point.step = std::to_string(++step);
    const Comparison comparison = compare(in_steps(2, 1), std::move(after), {});
    const Pair& pair = comparison.pairs.at(0);
    EXPECT_TRUE(pair.calls_changed);
    EXPECT_EQ(all_notes(pair), "calls: 2 before, 8 after, in 2 and 4 steps\n");
    EXPECT_DOUBLE_EQ(*pair.seconds.ratio(), 0.5);
}

}  // namespace
}  // namespace mansard::analyzer
