#include "analyzer/join.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Point kernel(const std::string& name, const std::string& grid, double calls) {
    Point point{.name = name, .calls = calls};
    if (!grid.empty())
        point.details = std::make_shared<const Details>(Details{.grid = grid, .block = "256,1,1"});
    return point;
}

Point counted(const std::string& name, const std::string& grid, double calls, double flops, double bytes) {
    Point point = kernel(name, grid, calls);
    point.flops.push_back({.dtype = Dtype::f32, .count = flops});
    point.bytes.push_back({.level = Level::DRAM,
                           .basis = Basis::traffic,
                           .read = bytes / 2,
                           .written = bytes / 2,
                           .count = bytes});
    return point;
}

Point timed(const std::string& name, const std::string& grid, double calls, double seconds) {
    Point point = kernel(name, grid, calls);
    point.seconds = seconds;
    return point;
}

Profile profile_of(const std::string& source, const std::string& format, std::vector<Point> points) {
    Profile profile{.source = source, .format = format};
    for (Point& point : points) {
        profile.records += point.records;
        profile.points.push_back(std::move(point));
    }
    return profile;
}

/// Joins, and checks that no record is lost.
std::vector<Profile> joined(std::vector<Profile> profiles) {
    std::size_t before = 0, after = 0;
    for (const Profile& profile : profiles) before += profile.records;
    join_counts_and_times(profiles);
    for (const Profile& profile : profiles) {
        std::size_t records = profile.rejected.size();
        for (const Point& point : profile.points) records += point.records;
        EXPECT_EQ(records, profile.records);
        after += records;
    }
    EXPECT_EQ(before, after);
    return profiles;
}

std::vector<Profile> pair(std::vector<Point> counts, std::vector<Point> times) {
    std::vector<Profile> profiles;
    profiles.push_back(profile_of("a.csv", "ncu-csv", std::move(counts)));
    profiles.push_back(profile_of("b.sqlite", "nsys-sqlite", std::move(times)));
    return joined(std::move(profiles));
}

TEST(Join, CountsByCallGoWithTheTimedCalls) {
    const auto profiles = pair({counted("void k<(int)4>(T1 *)", "8,1,1", 2, 200, 80)},
                               {timed("void k<4>(float*)", "8,1,1", 10, 1e-3)});
    ASSERT_EQ(profiles.size(), 1u);
    ASSERT_EQ(profiles[0].points.size(), 1u);
    const Point& point = profiles[0].points[0];
    EXPECT_DOUBLE_EQ(*point.seconds, 1e-3);
    EXPECT_DOUBLE_EQ(point.calls, 10);
    EXPECT_DOUBLE_EQ(point.flops.at(0).count, 1000);
    EXPECT_DOUBLE_EQ(*point.bytes.at(0).read, 200);
    EXPECT_EQ(point.records, 2u);
    ASSERT_EQ(point.notes.size(), 1u);
    EXPECT_NE(point.notes[0].find("2 profiled calls, taken for all 10"), std::string::npos);
    EXPECT_EQ(codes(profiles[0].notes), "profiles_joined");
    EXPECT_EQ(profiles[0].source, "b.sqlite + a.csv");
}

TEST(Join, GridsTellLaunchesOfOneKernelApart) {
    const auto profiles =
        pair({counted("k(int)", "8,1,1", 1, 100, 8), counted("k(int)", "16,1,1", 1, 200, 16)},
             {timed("k(int)", "16,1,1", 1, 2), timed("k(int)", "8,1,1", 1, 1)});
    EXPECT_DOUBLE_EQ(profiles[0].points[0].flops.at(0).count, 200);
    EXPECT_DOUBLE_EQ(profiles[0].points[1].flops.at(0).count, 100);
    EXPECT_TRUE(profiles[0].points[0].notes.empty());
}

TEST(Join, WhatHasNoPartnerIsListed) {
    const auto profiles =
        pair({counted("k(int)", "8,1,1", 1, 100, 8), counted("only counted(int)", "8,1,1", 1, 1, 1)},
             {timed("k(int)", "8,1,1", 1, 1), timed("only_timed(int)", "8,1,1", 1, 1)});
    ASSERT_EQ(profiles[0].points.size(), 2u);
    const Point& alone = profiles[0].points[1];
    EXPECT_TRUE(alone.flops.empty());
    ASSERT_EQ(alone.notes.size(), 1u);
    EXPECT_NE(alone.notes[0].find("not among the counted kernels"), std::string::npos);
    ASSERT_EQ(profiles[0].rejected.size(), 1u);
    EXPECT_EQ(profiles[0].rejected[0].record, "a.csv");
    EXPECT_NE(profiles[0].notes[0].text.find("1 kernel has both; without counts, with their time: 1"),
              std::string::npos)
        << profiles[0].notes[0].text;
}

TEST(Join, ASummaryWithoutGridsIsJoinedByName) {
    const auto all = pair({counted("k(int)", "8,1,1", 1, 100, 8), counted("k(int)", "16,1,1", 1, 200, 16)},
                          {timed("k(int)", "", 2, 3)});
    EXPECT_DOUBLE_EQ(all[0].points[0].flops.at(0).count, 300) << "as many calls as were counted";
    const auto some = pair({counted("k(int)", "8,1,1", 1, 100, 8), counted("k(int)", "16,1,1", 1, 200, 16)},
                           {timed("k(int)", "", 9, 3)});
    EXPECT_TRUE(some[0].points[0].flops.empty()) << "which grids the others had is not known";
    EXPECT_EQ(some[0].rejected.size(), 2u);
    const auto counts_without = pair({counted("k(int)", "", 2, 100, 8)},
                                     {timed("k(int)", "8,1,1", 1, 1), timed("k(int)", "16,1,1", 1, 3)});
    EXPECT_TRUE(counts_without[0].points[0].flops.empty());
}

TEST(Join, ABareNameFitsTheOnlyKernelOfThatName) {
    const auto one = pair({counted("k", "8,1,1", 1, 100, 8)}, {timed("void ns::k<4>(int)", "8,1,1", 1, 1)});
    EXPECT_FALSE(one[0].points[0].flops.empty());
    const auto two = pair({counted("k", "8,1,1", 1, 100, 8)}, {timed("void ns::k<4>(int)", "8,1,1", 1, 1),
                                                               timed("void ns::k<8>(int)", "8,1,1", 1, 1)});
    EXPECT_TRUE(two[0].points[0].flops.empty());
    EXPECT_TRUE(two[0].points[1].flops.empty());
}

TEST(Join, LaunchesOneByOneWhereThereAreAsMany) {
    const auto profiles = pair({counted("k(int)", "8,1,1", 1, 100, 8), counted("k(int)", "8,1,1", 1, 300, 8)},
                               {timed("k(int)", "8,1,1", 1, 1), timed("k(int)", "8,1,1", 1, 2)});
    EXPECT_DOUBLE_EQ(profiles[0].points[1].flops.at(0).count, 300);
    const auto mean = pair(
        {counted("k(int)", "8,1,1", 1, 100, 8), counted("k(int)", "8,1,1", 1, 300, 8)},
        {timed("k(int)", "8,1,1", 1, 1), timed("k(int)", "8,1,1", 1, 2), timed("k(int)", "8,1,1", 1, 2)});
    EXPECT_DOUBLE_EQ(mean[0].points[2].flops.at(0).count, 200);
}

TEST(Join, ProfilesThatDoNotCompleteEachOtherStay) {
    std::vector<Profile> two;
    two.push_back(profile_of("a.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    two.push_back(profile_of("b.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    EXPECT_EQ(joined(std::move(two)).size(), 2u);
    std::vector<Profile> other;
    other.push_back(profile_of("a.csv", "mansard-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    other.push_back(profile_of("b.csv", "nsys-csv", {timed("k(int)", "8,1,1", 1, 1)}));
    EXPECT_EQ(joined(std::move(other)).size(), 2u);
    std::vector<Profile> foreign;
    foreign.push_back(profile_of("a.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    foreign.push_back(profile_of("b.csv", "nsys-csv", {timed("k(int)", "8,1,1", 1, 1)}));
    foreign[0].device = "Tesla T4";
    foreign[1].device = "NVIDIA A100-SXM4-40GB";
    const auto apart = joined(std::move(foreign));
    EXPECT_EQ(apart.size(), 2u);
    EXPECT_EQ(codes(apart[1].notes), "not_joined");
}

TEST(Join, RegionsGetWhatTheirKernelsCounted) {
    Profile times = profile_of("t.sqlite", "nsys-sqlite", {timed("k(int)", "8,1,1", 10, 1e-3)});
    times.regions.push_back({.name = "layer", .calls = 3, .seconds = 3e-4});
    times.region_parts.push_back({{.point = 0, .calls = 3}});
    std::vector<Profile> two;
    two.push_back(profile_of("c.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    two.push_back(std::move(times));
    const auto one = joined(std::move(two));
    EXPECT_DOUBLE_EQ(one[0].regions[0].flops.at(0).count, 300);
    EXPECT_DOUBLE_EQ(one[0].regions[0].bytes.at(0).count, 24);
    EXPECT_DOUBLE_EQ(*one[0].regions[0].seconds, 3e-4);
    EXPECT_EQ(one[0].regions[0].notes,
              std::vector<std::string>{"counts of kernels that ran elsewhere, too, are their mean per call"});
}

TEST(Join, ARegionWithAKernelThatNobodyCountedHasNoFlops) {
    Profile times = profile_of("t.sqlite", "nsys-sqlite",
                               {timed("k(int)", "8,1,1", 1, 1e-3), timed("z(int)", "8,1,1", 1, 1e-3)});
    times.regions.push_back({.name = "layer", .calls = 2, .seconds = 2e-3});
    times.region_parts.push_back({{.point = 0, .calls = 1}, {.point = 1, .calls = 1}});
    std::vector<Profile> two;
    two.push_back(profile_of("c.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)}));
    two.push_back(std::move(times));
    const auto one = joined(std::move(two));
    EXPECT_TRUE(one[0].regions[0].flops.empty());
    EXPECT_EQ(one[0].regions[0].notes.at(0), "FLOPs left out: only 1 of 2 points have them");
}

TEST(Join, RegionsOfTheCountingRunStayWhereTheTimedOneHasNone) {
    Profile counts = profile_of("c.csv", "ncu-csv", {counted("k(int)", "8,1,1", 1, 100, 8)});
    counts.regions.push_back({.name = "layer", .calls = 1});
    std::vector<Profile> two;
    two.push_back(std::move(counts));
    two.push_back(profile_of("t.sqlite", "nsys-sqlite", {timed("k(int)", "8,1,1", 1, 1e-3)}));
    EXPECT_EQ(joined(std::move(two))[0].regions.at(0).name, "layer");
}

TEST(Join, ATimeThatTheCountsLackIsNotMissed) {
    const auto one = pair({counted("k(int)", "8,1,1", 2, 100, 8)}, {timed("k(int)", "8,1,1", 2, 1)});
    for (const std::string& note : one[0].points[0].notes) EXPECT_FALSE(note.starts_with("time left out"));
}

TEST(Join, FlopsOfOneRunAndBytesOfAnother) {
    Point flops = counted("k(int)", "8,1,1", 1, 100, 8), bytes = flops;
    flops.bytes.clear();
    bytes.flops.clear();
    std::vector<Profile> three;
    three.push_back(profile_of("f.csv", "ncu-csv", {flops}));
    three.push_back(profile_of("b.csv", "ncu-csv", {bytes}));
    three.push_back(profile_of("t.csv", "nsys-csv", {timed("k(int)", "8,1,1", 2, 1)}));
    const auto one = joined(std::move(three));
    ASSERT_EQ(one.size(), 1u);
    EXPECT_DOUBLE_EQ(one[0].points[0].flops.at(0).count, 200);
    EXPECT_DOUBLE_EQ(one[0].points[0].bytes.at(0).count, 16);
    EXPECT_EQ(one[0].points[0].records, 3u);
}

}  // namespace
}  // namespace mansard::analyzer
