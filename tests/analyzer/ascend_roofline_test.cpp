#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using testing::codes;
using testing::import_text;

Profile fixture() {
    return import_text("roofline.json",
                       read_file(MANSARD_SOURCE_DIR "/tests/data/analyzer/ascend_roofline.json"));
}

double metric(const Point& point, std::string_view name) {
    for (const Metric& one : point.details->metrics)
        if (one.name == name) return one.value;
    throw std::runtime_error("no metric " + std::string(name));
}

TEST(AscendRoofline, EachPathIsAPointOfOneSecond) {
    const Profile profile = fixture();
    EXPECT_EQ(profile.format, "ascend-roofline");
    EXPECT_EQ(profile.device, "Ascend NPU");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 4u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "Memory Unit(Cube): L1 Read + Write");
    EXPECT_DOUBLE_EQ(*point.seconds, 1);
    EXPECT_DOUBLE_EQ(point.flops.at(0).count, 15e12);
    EXPECT_EQ(point.flops[0].engine, Engine::matrix);
    EXPECT_EQ(point.flops[0].dtype, Dtype::unknown);
    EXPECT_EQ(point.bytes.at(0).level, Level::L1);
    EXPECT_DOUBLE_EQ(point.bytes[0].count, 15e12 / 20);
    EXPECT_EQ(codes(profile.notes), "rates_only");
}

TEST(AscendRoofline, TheToolsOwnVerdictStaysBesideOurs) {
    const Profile profile = fixture();
    const Point& point = profile.points[0];
    EXPECT_EQ(point.details->verdict, "latency bound:pipeline caused");
    EXPECT_DOUBLE_EQ(metric(point, "ratio"), 0.075);
    EXPECT_DOUBLE_EQ(metric(point, "roof_bandwidth_TB_per_s"), 10);
    EXPECT_DOUBLE_EQ(metric(point, "roof_compute_TOPS"), 300);
    EXPECT_TRUE(point.notes.empty());
    ASSERT_EQ(profile.points[1].notes.size(), 1u) << "15 of 300 is no half";
    EXPECT_NE(profile.points[1].notes[0].find("0.0500"), std::string::npos);
}

TEST(AscendRoofline, PathsOfNoLevelHaveNoBytes) {
    const Profile profile = fixture();
    EXPECT_EQ(profile.points[2].bytes.at(0).level, Level::DRAM) << "MTE2 moves from global memory";
    EXPECT_EQ(profile.points[2].flops.at(0).dtype, Dtype::f32);
    EXPECT_TRUE(profile.points[3].bytes.empty());
    EXPECT_EQ(profile.points[3].flops.at(0).dtype, Dtype::unknown) << "types are mixed";
    EXPECT_EQ(profile.points[3].notes.size(), 1u);
}

TEST(AscendRoofline, WhatHasNoPointIsRejected) {
    const Profile profile = fixture();
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].record.find("\"Pipe Line Vector\", roofline 3"), std::string::npos);
    EXPECT_THROW(import_text("roofline.json", R"({"multiple_rooflines": []})"), Error);
    EXPECT_EQ(import_text("roofline.json", R"({"multiple_rooflines": [7]})").rejected.size(), 1u);
}

}  // namespace
}  // namespace mansard::analyzer
