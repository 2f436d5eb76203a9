// The whole of a comparison where points lack a time, and numbers that end in infinity.
#include <gtest/gtest.h>

#include <limits>

#include "analyzer/compare/documents.hpp"
#include "core/json.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::vector<Point> two(Point first, Point second) {
    std::vector<Point> points;
    points.push_back(std::move(first));
    points.push_back(std::move(second));
    return points;
}

TEST(Whole, APairWithoutATimeOnBothSidesCountsOnNeither) {
    for (const bool before_lacks : {true, false}) {
        const double one = before_lacks ? 0 : 1, other = before_lacks ? 1 : 0;
        const Comparison comparison =
            compared(two(work("stencil", one, 8e9), work("matmul", 4, 1e9)),
                     two(work("stencil", other, 8e9), work("matmul", 2, 1e9)), {}, true);
        EXPECT_EQ(comparison.pairs.size(), 2u);
        ASSERT_TRUE(comparison.whole);
        const Pair& whole = *comparison.whole;
        EXPECT_DOUBLE_EQ(*whole.seconds.before, 4);
        EXPECT_DOUBLE_EQ(*whole.seconds.after, 2);
        EXPECT_DOUBLE_EQ(*whole.flops.before, 1e9);
        EXPECT_DOUBLE_EQ(*whole.flops.after, 1e9);
        ASSERT_NE(whole.at(Level::DRAM), nullptr);
        EXPECT_DOUBLE_EQ(*whole.at(Level::DRAM)->bytes.ratio(), 1);
        EXPECT_EQ(whole.reason.find("FLOPs rose"), std::string::npos) << whole.reason;
        EXPECT_EQ(whole.notes.back(), "it leaves out 1 pair without a time on both sides (stencil)");
        EXPECT_TRUE(whole.efficiency.after) << "it stands under the roofs";
    }
}

TEST(Whole, TimesOnBothSidesLeaveItAsItWas) {
    const Comparison comparison = compared(two(work("a", 1), work("b", 2)), two(work("a", 1), work("b", 1)));
    ASSERT_TRUE(comparison.whole);
    EXPECT_DOUBLE_EQ(*comparison.whole->seconds.before, 3);
    for (const std::string& note : comparison.whole->notes)
        EXPECT_EQ(note.find("leaves out"), std::string::npos) << note;
}

TEST(Whole, OfAWallTimeNothingCanBeTakenOut) {
    Analysis before = analysis_of(two(work("stencil", 0), work("matmul", 4)));
    before.summary.seconds_wall = 5;
    const Comparison comparison =
        compare(std::move(before), analysis_of(two(work("stencil", 1), work("matmul", 2))), {});
    EXPECT_FALSE(comparison.whole);
    ASSERT_EQ(comparison.notes.size(), 1u);
    EXPECT_EQ(comparison.notes[0].code, "no_whole");
    EXPECT_NE(comparison.notes[0].text.find("stencil"), std::string::npos) << comparison.notes[0].text;
}

TEST(Whole, OfUntimedPairsAloneThereIsNone) {
    const Comparison comparison = compared(one(work("k", 0)), one(work("k", 1)));
    EXPECT_FALSE(comparison.whole);
    EXPECT_EQ(comparison.pairs.at(0).notes, (std::vector<std::string>{"no time before"}));
}

TEST(Pairs, APartWithoutATimeLeavesTheMergedOneWithoutATime) {
    const Comparison comparison =
        compared(two(work("a", 1), work("b", 0)), one(work("c", 1)), {.maps = {"a=c", "b=c"}});
    EXPECT_FALSE(comparison.pairs.at(0).seconds.before);
    EXPECT_EQ(comparison.pairs.at(0).notes, (std::vector<std::string>{"no time before"}));
}

TEST(Pairs, SumsBeyondTheRangeOfNumbersAreLeftOutWithAReason) {
    const auto huge = [](const char* name) {
        Point point = work(name, 1e308, 1.7e308);
        point.bytes[2].count = point.bytes[2].read.emplace(1.7e308);
        return point;
    };
    const Comparison comparison =
        compared(two(huge("a"), huge("b")), one(work("c")), {.maps = {"a=c", "b=c"}});
    const Pair& pair = comparison.pairs.at(0);
    EXPECT_FALSE(pair.seconds.before);
    EXPECT_FALSE(pair.flops.before);
    EXPECT_EQ(pair.at(Level::DRAM), nullptr);
    EXPECT_NE(pair.at(Level::L2), nullptr) << "what can be told is";
    for (const std::string what : {"times", "FLOPs", "DRAM bytes"})
        EXPECT_EQ(std::count(pair.notes.begin(), pair.notes.end(),
                             "the sum of the merged points' " + what +
                                 " is beyond the range of numbers: not compared"),
                  1)
            << what;
    EXPECT_NO_THROW(comparison_json(comparison));
}

TEST(Pairs, ARatioBeyondTheRangeOfNumbersIsLeftOut) {
    const Comparison comparison = compared(one(work("k", 1e-300)), one(work("k", 1e300)));
    EXPECT_FALSE(comparison.pairs.at(0).time_ratio);
    EXPECT_NO_THROW(comparison_json(comparison));
    EXPECT_NE(comparison.pairs.at(0).notes.at(0).find("beyond the range"), std::string::npos);
}

TEST(Predictions, BeyondTheRangeOfNumbersAreNone) {
    const Comparison comparison =
        compared(one(work()), one(work()), {.predictions = {"tile=1e-300x1e-300x1e-300,f64"}});
    EXPECT_TRUE(comparison.predictions.empty());
    EXPECT_NO_THROW(comparison_json(comparison));
}

}  // namespace
}  // namespace mansard::analyzer
