#include <gtest/gtest.h>

#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/json.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(MansardAnalysis, PointsAreWhatTheyWere) {
    const Profile profile = import_fixture("analysis.json");
    EXPECT_EQ(profile.format, "mansard-analysis");
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 4);
    EXPECT_EQ(codes(profile.notes), "analyzed_before");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.device, "AMD EPYC");
    EXPECT_EQ(*point.threads, 1);
    EXPECT_DOUBLE_EQ(point.calls, 10);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f64), 2e10);
    EXPECT_EQ(point.flops[0].how, How::modelled);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::L2)->written, 5e8);
    EXPECT_EQ(bytes_at(point, Level::L2)->basis, Basis::traffic);
    EXPECT_FALSE(bytes_at(point, Level::DRAM)->written);
    EXPECT_EQ(bytes_at(point, Level::DRAM)->how, How::assumed);
    EXPECT_DOUBLE_EQ(point.details->call_seconds->ci95->high, 0.29);
    EXPECT_EQ(*point.details->launch, 7);
    EXPECT_EQ(point.details->regions.at(1), "inner");
    EXPECT_TRUE(says(point, "it waited"));
    EXPECT_EQ(profile.points[1].details, nullptr);
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].reason.find("L9"), std::string::npos) << profile.rejected[0].reason;
}

TEST(MansardAnalysis, WhatWasWrittenIsReadAndWrittenAlike) {
    const auto points_of = [](Profile profile) {
        std::vector<Profile> profiles;
        profiles.push_back(std::move(profile));
        std::ostringstream out;
        find_reporter("json").write(analyze(std::move(profiles), std::nullopt, {}), {}, out);
        return out.str();
    };
    for (const char* name : {"ncu_raw.csv", "benchmarks.json", "workloads.csv", "ascend_op_summary.csv"}) {
        const std::string once = points_of(import_fixture(name));
        const std::string twice = points_of(import_text("a.json", once));
        const Json before = parse_json(once, "once"), after = parse_json(twice, "twice");
        EXPECT_FALSE(before["points"].empty()) << name;
        EXPECT_EQ(before["points"].dump(1), after["points"].dump(1)) << name;
    }
}

TEST(MansardAnalysis, ALevelInTwoBasesIsOneKey) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = 1};
    profile.points.push_back({.name = "k",
                              .seconds = 1,
                              .flops = {{.dtype = Dtype::f64, .count = 8}},
                              .bytes = {{.level = Level::L1, .count = 4},
                                        {.level = Level::L1, .basis = Basis::traffic, .count = 2}}});
    std::vector<Profile> profiles;
    profiles.push_back(std::move(profile));
    std::ostringstream out;
    find_reporter("json").write(analyze(std::move(profiles), std::nullopt, {}), {}, out);
    std::string repeated;
    const Json document =
        parse_json(out.str(), "report",
                   [&](std::span<const std::string>, const std::string& key) { repeated += key + " "; });
    EXPECT_EQ(repeated, "");
    const Json& point = document["points"][0];
    EXPECT_EQ(point["bytes"]["L1"], 4) << "the first, as in CSV";
    EXPECT_EQ(point["intensity"]["L1"], 2);
    EXPECT_EQ(point["bytes_detail"].size(), 2u);
}

TEST(MansardAnalysis, AnotherVersionIsRefused) {
    const std::string error = import_error("a.json", R"({"schema": "mansard.analysis/9", "points": []})");
    EXPECT_NE(error.find("mansard.analysis/9"), std::string::npos) << error;
    EXPECT_NE(import_error("a.json", R"({"schema": "mansard.analysis/1", "points": []})").find("no points"),
              std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
