// Points far from all others: the chart stays legible, and none is lost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "analyzer/chart/labels.hpp"
#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/parts.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr std::size_t all = 100000;

/// The workloads, and two points of intensities that no other has.
Analysis with_outliers() {
    Analysis usual = sample::workloads();
    std::vector<PlacedPoint> points(usual.points.begin(), usual.points.end());
    points.push_back(sample::point("far left", 0.2, 1e3, {0, 0, 0, 1e12}));
    points.push_back(sample::point("far right", 0.1, 1e12, {0, 0, 0, 1e3}));
    return sample::analysis_of(points);
}

std::vector<Marker> arrows(const Scene& scene) {
    std::vector<Marker> out;
    for (const Marker& marker : scene.markers)
        if (marker.shape == MarkerShape::arrow && !marker.tip.empty()) out.push_back(marker);
    return out;
}

bool shows(const Scene& scene, std::string_view words) {
    return std::any_of(scene.texts.begin(), scene.texts.end(),
                       [&](const Text& text) { return text.text.find(words) != std::string::npos; });
}

const Marker& marker_of(const Scene& scene, std::string_view words) {
    const auto found = std::find_if(scene.markers.begin(), scene.markers.end(), [&](const Marker& marker) {
        return marker.tip.find(words) != std::string::npos && marker.filled;
    });
    EXPECT_NE(found, scene.markers.end()) << words;
    return *found;
}

TEST(ChartOutliers, LeaveTheAxesWhereTheOthersAre) {
    const Scene usual = lay_out(sample::workloads(), all), scene = lay_out(with_outliers(), all);
    EXPECT_NEAR(marker_of(scene, "matmul tiled").x, marker_of(usual, "matmul tiled").x, 1);
}

TEST(ChartOutliers, StandAtTheEdgeAsArrowsAndAreListed) {
    const Scene scene = lay_out(with_outliers(), all);
    const std::vector<Marker> marked = arrows(scene);
    ASSERT_EQ(marked.size(), 2U);
    for (const Marker& marker : marked) {
        EXPECT_TRUE(scene.plot.holds({marker.x - 2 * marker.radius, marker.y - 2 * marker.radius,
                                      marker.x + 2 * marker.radius, marker.y + 2 * marker.radius}));
        EXPECT_NE(marker.tip.find("beyond the axes"), std::string::npos) << marker.tip;
    }
    // One to the left and down (5 kFLOP/s), one to the right and up (10 TFLOP/s at 1e9 FLOP/B).
    EXPECT_NEAR(marker_of(scene, "far left").x, scene.plot.x0, 20);
    EXPECT_NEAR(marker_of(scene, "far left").turn, 135, 1e-9);
    EXPECT_NEAR(marker_of(scene, "far right").x, scene.plot.x1, 20);
    EXPECT_TRUE(shows(scene, "Beyond the axes, as arrows at the edge: 2 points"));
    EXPECT_TRUE(shows(scene, "5.00 kFLOP/s at 1.00e-09 FLOP/B of DRAM")) << "its numbers stand in the legend";
}

TEST(ChartOutliers, AreCountedWhereTheyAreMany) {
    Analysis analysis = sample::many(60);
    std::vector<PlacedPoint> points(analysis.points.begin(), analysis.points.end());
    for (int i = 0; i < 20; ++i)
        points.push_back(sample::point(fmt::format("far {}", i), 1e-3, 1e3, {0, 0, 0, 1e12}));
    const Scene scene = lay_out(sample::analysis_of(points), all);
    EXPECT_EQ(arrows(scene).size(), 20U);
    EXPECT_TRUE(shows(scene, "as arrows at the edge: 20 points"));
    EXPECT_TRUE(shows(scene, "and 8 more"));
}

TEST(ChartOutliers, OfSingleLevelsAreArrowsBesideTheirPoint) {
    const Scene scene =
        lay_out(sample::analysis_of({sample::point("cached", 1, 10e9, {20e9, 5e9, 1e9, 1e-3}),
                                     sample::point("streamed", 1, 1e9, {12e9, 12e9, 12e9, 12e9})}),
                all);
    const std::vector<Marker> marked = arrows(scene);
    ASSERT_EQ(marked.size(), 1U);
    EXPECT_NEAR(marked[0].turn, 0, 1e-9);
    EXPECT_TRUE(shows(scene, "0 points, and single levels of 1 more"));
}

TEST(ChartLabels, CrossNoRoofAndNoMarkerWhereThereIsAnyRoom) {
    for (const Analysis& analysis :
         {sample::workloads(), sample::many(8), sample::many(12), with_outliers()}) {
        const Scene scene = lay_out(analysis, all);
        for (const Text& label : scene.texts) {
            if (!label.halo || label.bold) continue;
            for (const Line& line : scene.lines)
                if (line.width == 2 && line.y0 < scene.plot.y1) {
                    EXPECT_FALSE(crosses(line, label)) << label.text;
                }
            for (const Box& box : boxes_of(label)) {
                EXPECT_TRUE(scene.plot.holds(box)) << label.text;
                for (const Marker& marker : scene.markers)
                    if (marker.radius >= 4 && !marker.tip.empty()) {
                        EXPECT_FALSE(box.overlaps({marker.x - marker.radius, marker.y - marker.radius,
                                                   marker.x + marker.radius, marker.y + marker.radius}))
                            << label.text << " on " << marker.tip;
                    }
            }
        }
    }
}

TEST(ChartLabels, OfASlopeAreTestedAlongIt) {
    const Text text{.x = 100, .y = 100, .text = "a slanted label", .size = 11, .angle = -45};
    EXPECT_FALSE(crosses({100, 106, 200, 6}, text)) << "beside it";
    EXPECT_TRUE(crosses({98, 97, 198, -3}, text)) << "through it";
    EXPECT_TRUE(crosses({100, 40, 140, 80}, text)) << "across";
}

}  // namespace
}  // namespace mansard::analyzer::chart
