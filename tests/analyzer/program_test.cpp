// The whole profile as one point: under roofs that its points' threads give, and in step with them.
#include <gtest/gtest.h>

#include <random>

#include "analyzer/analyze.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Point point_of(int threads, double seconds, double flops, double dram) {
    return {.name = "k",
            .threads = threads,
            .seconds = seconds,
            .flops = {{.dtype = Dtype::f64, .count = flops}},
            .bytes = {{.level = Level::DRAM, .count = dram}}};
}

Analysis run(std::vector<Point> points, std::optional<double> wall = {}, AnalyzeOptions options = {}) {
    Profile profile{
        .source = "p.csv", .format = "mansard-csv", .seconds_wall = wall, .records = points.size()};
    for (Point& point : points) profile.points.push_back(std::move(point));
    return analyze({std::move(profile)}, four_cores(), options);
}

TEST(Program, MixedThreadsNeedWhatTheirPointsNeed) {
    // One core loads 15 GB/s from DRAM, four 20: 1 s and 0.5 s of least time in 2 s.
    const Analysis analysis = run({point_of(1, 1, 1e9, 15e9), point_of(4, 1, 1e9, 10e9)});
    const PlacedPoint& program = analysis.program.at(0);
    EXPECT_FALSE(program.point.threads);
    EXPECT_EQ(program.bound, "DRAM");
    EXPECT_DOUBLE_EQ(*program.efficiency, 0.75);
    EXPECT_DOUBLE_EQ(*analysis.summary.efficiency_by_points, 0.75);
    EXPECT_DOUBLE_EQ(*program.bounding()->seconds, 1.5);
    EXPECT_DOUBLE_EQ(*program.bounding()->roof, 25e9 / 1.5);
    EXPECT_TRUE(program.bounding()->roof_id.empty()) << "two roofs";
    EXPECT_DOUBLE_EQ(*program.attainable, 2e9 / 1.5);
    EXPECT_NE(codes(analysis.notes).find("threads_mixed"), std::string::npos);
}

TEST(Program, OneRoofKeepsItsName) {
    const Analysis analysis = run({point_of(1, 1, 1e9, 15e9), point_of(1, 1, 1e9, 10e9)});
    EXPECT_EQ(analysis.program.at(0).bounding()->roof_id, "cpu.core.bandwidth.DRAM.load");
    EXPECT_EQ(codes(analysis.notes).find("threads_mixed"), std::string::npos);
}

TEST(Program, DifferentBoundsMakeTheSumLower) {
    // Half of the time bound by DRAM, half by arithmetic: together neither is at work for more than half.
    const Analysis analysis = run({point_of(1, 1, 1e6, 15e9), point_of(1, 1, 40e9, 1e6)});
    EXPECT_NEAR(*analysis.program.at(0).efficiency, 0.5, 1e-3);
    EXPECT_NEAR(*analysis.summary.efficiency_by_points, 1, 1e-3);
}

TEST(Program, NeverContradictsItsPoints) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0, 1);
    for (int round = 0; round < 50; ++round) {
        std::vector<Point> points;
        double highest = 0;
        for (int i = 0; i < 8; ++i) {
            Point point = point_of(1 + static_cast<int>(random() % 4), 0.1 + part(random),
                                   10e9 * part(random), 5e9 * part(random));
            const double read = 2e9 * part(random), written = 2e9 * part(random);
            point.bytes.push_back(
                {.level = Level::L1, .read = read, .written = written, .count = read + written});
            points.push_back(std::move(point));
        }
        const Analysis analysis = run(points);
        for (const PlacedPoint& placed : analysis.points) highest = std::max(highest, *placed.efficiency);
        EXPECT_LE(*analysis.program.at(0).efficiency, *analysis.summary.efficiency_by_points * (1 + 1e-12));
        EXPECT_LE(*analysis.program.at(0).efficiency, highest * (1 + 1e-12));
    }
}

TEST(Program, PointsSideBySideStandUnderTheWholeDevice) {
    // Two cores at their roofs at once: no 200 %, but 30 GB/s where the device has 20.
    const std::vector<Point> points{point_of(1, 1, 1e9, 9e9), point_of(1, 1, 1e9, 9e9)};
    const Analysis analysis = run(points, 1);
    EXPECT_DOUBLE_EQ(*analysis.program.at(0).efficiency, 18.0 / 20);
    EXPECT_FALSE(analysis.summary.efficiency_by_points);
    EXPECT_NE(codes(analysis.notes).find("points_overlap"), std::string::npos);
    // One after the other, with a pause.
    const Analysis apart = run(points, 2.5);
    EXPECT_DOUBLE_EQ(*apart.program.at(0).efficiency, 18.0 / 15 / 2.5);
    EXPECT_DOUBLE_EQ(*apart.summary.efficiency_by_points, 18.0 / 15 / 2.5);
    // Kernels of the whole device that overlap share its roofs: their least times still add up.
    Point whole = point_of(1, 1, 1e9, 9e9);
    whole.threads = std::nullopt;
    EXPECT_TRUE(run({whole, whole}, 1).summary.efficiency_by_points);
}

TEST(Program, PointsWithoutATimeAreLeftOutAndToldOf) {
    Point untimed = point_of(1, 1, 9e9, 99e9);
    untimed.seconds = std::nullopt;
    const Analysis analysis = run({point_of(1, 1, 1e9, 7.5e9), untimed});
    const PlacedPoint& program = analysis.program.at(0);
    EXPECT_DOUBLE_EQ(*program.efficiency, 0.5);
    EXPECT_DOUBLE_EQ(*program.flops, 1e9);
    EXPECT_NE(program.point.notes.back().find("1 point without a time"), std::string::npos);
    const Analysis none = run({untimed});
    EXPECT_EQ(none.program.at(0).status, PlacementStatus::no_time);
    EXPECT_DOUBLE_EQ(*none.program.at(0).flops, 9e9);
}

TEST(Program, WhatAPointLacksLeavesTheBoundOpen) {
    Point half = point_of(1, 1, 1e9, 1e9);
    half.flops[0].dtype = Dtype::fp4;  // a type that no roof is of
    const Analysis analysis = run({point_of(1, 1, 1e9, 7.5e9), half});
    EXPECT_EQ(analysis.program.at(0).status, PlacementStatus::incomplete);
    EXPECT_EQ(analysis.program.at(0).bound, "");
}

}  // namespace
}  // namespace mansard::analyzer
