#include "analyzer/launches.hpp"

#include <gtest/gtest.h>

#include "analyzer/json_points.hpp"

namespace mansard::analyzer {
namespace {

Point launch(const std::string& name, std::optional<double> seconds, const std::string& grid,
             std::vector<std::string> regions = {}) {
    Point point{.name = name, .granularity = Granularity::launch, .seconds = seconds};
    point.details = std::make_shared<const Details>(
        Details{.launch = 7, .grid = grid, .block = "256,1,1", .regions = std::move(regions)});
    return point;
}

Profile gathered(std::vector<Point> launches, bool per_launch) {
    Launches all(per_launch);
    for (Point& one : launches) all.add(std::move(one));
    Profile profile;
    all.finish(profile);
    return profile;
}

std::string json_of(Point point) {
    std::string out;
    append_point(out, PlacedPoint{.point = std::move(point)});
    return out;
}

TEST(Launches, LaunchesOfOneKernelAndGridAreOnePoint) {
    const Profile profile =
        gathered({launch("k", 1, "8,1,1"), launch("k", 4, "8,1,1"), launch("k", 2, "8,1,1"),
                  launch("k", 3, "8,1,1"), launch("k", 9, "16,1,1")},
                 false);
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& four = profile.points[0];
    EXPECT_DOUBLE_EQ(four.calls, 4);
    EXPECT_EQ(four.records, 4u);
    EXPECT_DOUBLE_EQ(*four.seconds, 10);
    EXPECT_EQ(four.granularity, Granularity::kernel);
    ASSERT_TRUE(four.details->call_seconds);
    EXPECT_DOUBLE_EQ(four.details->call_seconds->min, 1);
    EXPECT_DOUBLE_EQ(four.details->call_seconds->median, 2.5);
    EXPECT_DOUBLE_EQ(four.details->call_seconds->max, 4);
    EXPECT_FALSE(four.details->call_seconds->ci95) << "four calls say too little";
    EXPECT_FALSE(four.details->launch) << "the number of one launch is not that of four";
    EXPECT_EQ(*profile.points[1].details->launch, 7);
}

TEST(Launches, TheClockOfAKernelIsItsLaunchesByTime) {
    const auto at = [](double seconds, double clock_hz) {
        Point point = launch("k", seconds, "8,1,1");
        point.details = std::make_shared<const Details>(Details{.grid = "8,1,1", .clock_hz = clock_hz});
        return point;
    };
    const Profile profile = gathered({at(1, 1e9), at(3, 2e9)}, false);
    EXPECT_DOUBLE_EQ(*profile.points[0].details->clock_hz, 1.75e9);
}

TEST(Launches, EachStaysAloneWhereAskedFor) {
    const Profile profile = gathered({launch("k", 1, "8,1,1"), launch("k", 4, "8,1,1")}, true);
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 4);
}

TEST(Launches, WhatOneLaunchLacksTheirSumLacks) {
    Point counted = launch("k", 1, "8,1,1");
    counted.flops.push_back({.dtype = Dtype::f32, .count = 100});
    counted.bytes.push_back({.level = Level::DRAM, .basis = Basis::traffic, .count = 64});
    Point half = launch("k", std::nullopt, "8,1,1");
    half.bytes.push_back({.level = Level::DRAM, .basis = Basis::traffic, .count = 32});
    const Profile profile = gathered({std::move(counted), std::move(half)}, false);
    const Point& sum = profile.points[0];
    EXPECT_TRUE(sum.flops.empty());
    ASSERT_EQ(sum.bytes.size(), 1u);
    EXPECT_DOUBLE_EQ(sum.bytes[0].count, 96);
    EXPECT_FALSE(sum.seconds);
    EXPECT_EQ(sum.notes.size(), 2u) << "one about FLOPs, one about the time";
}

TEST(Launches, RegionsSumWhatRanInThem) {
    const Profile profile =
        gathered({launch("a", 1, "1,1,1", {"net", "layer 1"}), launch("b", 2, "1,1,1", {"net", "layer 2"}),
                  launch("b", 4, "1,1,1", {"net", "layer 2"}), launch("c", 8, "1,1,1")},
                 false);
    ASSERT_EQ(profile.regions.size(), 3u);
    EXPECT_EQ(profile.regions[0].name, "net");
    EXPECT_DOUBLE_EQ(*profile.regions[0].seconds, 7);
    EXPECT_EQ(profile.regions[2].name, "net / layer 2");
    EXPECT_DOUBLE_EQ(*profile.regions[2].seconds, 6);
    EXPECT_DOUBLE_EQ(profile.regions[2].calls, 2);
    EXPECT_EQ(profile.points.size(), 3u);
}

TEST(Launches, WhatTheProfilerKnowsBesideStandsInTheAnalysis) {
    Point point{.name = "k"};
    EXPECT_EQ(json_of(point).find("grid"), std::string::npos);
    point.details =
        std::make_shared<const Details>(Details{.launch = 3,
                                                .grid = "8,1,1",
                                                .regions = {"net"},
                                                .call_seconds = CallTimes{1, 2, 3, Interval{1.5, 2.5}},
                                                .coverage = 0.5,
                                                .metrics = {{"mac_ratio", 0.25}},
                                                .verdict = "Memory"});
    const std::string text = json_of(point);
    for (const char* part :
         {R"("launch_id":3)", R"("grid":"8,1,1")", R"("regions":["net"])",
          R"("call_seconds":{"min":1,"median":2,"max":3,"ci95":[1.5,2.5]})", R"("coverage":0.5)",
          R"("metrics":[{"name":"mac_ratio","value":0.25}])", R"("profiler_verdict":"Memory")"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
}

}  // namespace
}  // namespace mansard::analyzer
