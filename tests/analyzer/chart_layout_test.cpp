// The laid-out chart: everything inside its frame, no label on another, whatever the input.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analyzer/chart/layout.hpp"
#include "tests/analyzer/scene_checks.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer::chart {
namespace {

using namespace testing_scenes;

constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

class ManyPoints : public testing::TestWithParam<std::size_t> {};

TEST_P(ManyPoints, FitAndStayLegible) {
    const Analysis analysis = sample::many(GetParam());
    const Scene scene = lay_out(analysis, all);
    expect_inside(scene);
    const std::vector<Text> labels = labels_of(scene);
    EXPECT_EQ(overlaps(scene.texts), 0U);
    for (const Text& label : labels) EXPECT_GE(label.size, 11);
    std::set<std::string> mains;
    for (const Marker& marker : scene.markers)
        if (marker.filled && !marker.tip.empty() && marker.tip.find("ridge") == std::string::npos)
            mains.insert(marker.tip.substr(0, marker.tip.find('.')));
    EXPECT_EQ(mains.size(), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Counts, ManyPoints, testing::Values(1, 2, 5, 12, 13, 20, 30, 61, 200, 1000));

TEST(ChartLayout, LabelsEveryPointUpToThirty) {
    for (const std::size_t count : {1, 7, 12, 20, 30}) {
        const Scene scene = lay_out(sample::many(count), all);
        std::size_t labelled = 0;
        for (const Text& label : labels_of(scene)) labelled += label.text.find("/s") == std::string::npos;
        EXPECT_EQ(labelled, count);
    }
}

TEST(ChartLayout, DrawsRoofsWithoutPointsAndPointsWithoutRoofs) {
    const Scene roofs = lay_out(sample::analysis_of({}), all);
    expect_inside(roofs);
    EXPECT_TRUE(shows(roofs, "DRAM load 19.7 GB/s"));
    Analysis analysis = sample::workloads();
    analysis.ceilings.reset(), analysis.roofs.clear();
    for (PlacedPoint& placed : analysis.points) placed.components.clear(), placed.bound = {};
    const Scene points = lay_out(analysis, all);
    expect_inside(points);
    EXPECT_TRUE(shows(points, "triad/8388608"));
    EXPECT_TRUE(shows(points, "No ceilings were given"));
    const Scene nothing = lay_out(Analysis{}, all);
    expect_inside(nothing);
    EXPECT_TRUE(shows(nothing, "No roofs and no points to draw"));
}

TEST(ChartLayout, GivesEachRoofsValueUnitAndInterval) {
    EXPECT_TRUE(shows(lay_out(sample::workloads(), all), "19.7 GB/s [19.4, 19.9]"));
}

TEST(ChartLayout, NamesASuspectRoofAndDashesIt) {
    Analysis analysis = sample::workloads();
    for (UsedRoof& used : analysis.roofs)
        if (used.ids.front() == sample::core_load(Level::DRAM)) used.status = ceilings::Status::suspect;
    const Scene scene = lay_out(analysis, all);
    EXPECT_TRUE(shows(scene, "DRAM load 19.7 GB/s (suspect)"));
    EXPECT_TRUE(std::any_of(scene.lines.begin(), scene.lines.end(),
                            [](const Line& line) { return line.dash == unproven_dash; }));
}

TEST(ChartLayout, ListsWhatItCannotDrawAndCountsTheRest) {
    std::vector<PlacedPoint> points(40);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].point.name = fmt::format("idle {}", i);
    const Scene scene = lay_out(sample::analysis_of(points), all);
    expect_inside(scene);
    EXPECT_TRUE(shows(scene, "Not on the chart: 40"));
    EXPECT_TRUE(shows(scene, "idle 11"));
    EXPECT_TRUE(shows(scene, "and 28 with no time"));
}

TEST(ChartLayout, SaysWhatTopLeavesOut) {
    const Scene scene = lay_out(sample::many(100), 20);
    EXPECT_TRUE(shows(scene, "The 20 longest of 100 points"));
}

TEST(ChartLayout, HoldsExtremeValues) {
    std::vector<PlacedPoint> points{sample::point("tiny", 1e300, 1e-5, {1e300, 0, 0, 1e-300}),
                                    sample::point("huge", 1e-300, 1e7, {1e-300, 0, 0, 1e308}),
                                    sample::point("usual", 1, 1e9, {1e9, 1e9, 1e9, 1e9})};
    for (PlacedPoint& placed : points) placed.efficiency = std::numeric_limits<double>::infinity();
    expect_inside(lay_out(sample::analysis_of(points), all));
}

TEST(ChartLayout, KeepsPointsOfOnePlaceApart) {
    std::vector<PlacedPoint> points(12, sample::point("the same place", 1, 1e9, {0, 0, 0, 1e9}));
    const Scene scene = lay_out(sample::analysis_of(points), all);
    EXPECT_EQ(overlaps(labels_of(scene)), 0U);
}

TEST(ChartLayout, CoversRidgesAndPoints) {
    const Scene scene = lay_out(sample::workloads(), all);
    std::size_t ridges = 0;
    for (const Marker& marker : scene.markers) {
        if (marker.tip.empty()) continue;  // of the legend
        ridges += marker.tip.find("ridge") == 0;
        EXPECT_TRUE(scene.plot.holds({marker.x, marker.y, marker.x, marker.y})) << marker.tip;
    }
    EXPECT_EQ(ridges, 3U);
}

TEST(ChartLayout, SizesTheMainMarkerByItsShareOfTheTime) {
    const Scene scene = lay_out(sample::analysis_of({sample::point("long", 3, 1e9, {0, 0, 0, 1e9}),
                                                     sample::point("short", 1, 1e9, {0, 0, 0, 1e9})}),
                                all);
    std::vector<double> areas;
    for (const Marker& marker : scene.markers)
        if (marker.filled && marker.tip.find("FLOP/B") != std::string::npos)
            areas.push_back(marker.radius * marker.radius);
    ASSERT_EQ(areas.size(), 2U);
    EXPECT_NEAR(areas[0] / areas[1], 3, 1e-9);
}

}  // namespace
}  // namespace mansard::analyzer::chart
