// Which part of an axis is shown: ridges and the bulk of the points, never stretched by a few.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "analyzer/chart/window.hpp"

namespace mansard::analyzer::chart {
namespace {

Wanted wanted(std::vector<double> needed, std::vector<double> mains, std::vector<double> sides = {}) {
    Wanted out{.mains = std::move(mains), .sides = std::move(sides)};
    for (const double value : needed) out.needed.cover(value);
    return out;
}

void expect_window(const Wanted& wanted, double low, double high) {
    const Extent extent = window(wanted);
    EXPECT_NEAR(extent.low(), std::log10(low), 1e-9);
    EXPECT_NEAR(extent.high(), std::log10(high), 1e-9);
}

TEST(Window, HoldsEverythingWithinSixDecades) {
    expect_window(wanted({0.25, 4}, {1e-4, 0.5, 100}, {3}), 1e-4, 100);
}

TEST(Window, LeavesOutWhatWouldStretchIt) {
    expect_window(wanted({0.25, 4}, {1e-9, 0.1, 0.5, 2, 1e9}), 0.1, 4);
}

TEST(Window, KeepsTheRidgesWhereASinglePointLiesFarOff) {
    expect_window(wanted({0.25, 4}, {1e-9}), 1e-9, 4);
    expect_window(wanted({0.25, 4}, {1e-30}), 0.25, 4);
}

TEST(Window, FollowsTheBulkUpToTwelveDecades) {
    expect_window(wanted({1, 4}, {1e-8, 2e-8, 3e-8, 2}), 1e-8, 4);
}

TEST(Window, PrefersPointsToTheirOtherLevels) {
    expect_window(wanted({1, 4}, {1e-5}, {1e5, 1e5, 1e5}), 1e-5, 4);
}

TEST(Window, TakesTheDensestPartWithoutRidges) {
    expect_window(wanted({}, {1e-9, 1, 2, 3, 1e12}), 1, 3);
}

TEST(Window, IsEmptyWithoutAnythingToShow) {
    EXPECT_TRUE(window({}).empty());
    EXPECT_TRUE(window(wanted({}, {0, -1, std::nan(""), std::numeric_limits<double>::infinity()})).empty());
}

TEST(Window, HoldsTheWholeRangeOfDoubles) {
    const Extent extent = window(wanted({1, 4}, {5e-324, 1, 1e308, std::numeric_limits<double>::max()}));
    EXPECT_LE(extent.high() - extent.low(), most_decades);
}

}  // namespace
}  // namespace mansard::analyzer::chart
