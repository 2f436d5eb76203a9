#include <gtest/gtest.h>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string document(const std::string& points) {
    return R"({"schema": "mansard.points/1", "points": [)" + points + "]}";
}

TEST(MansardJson, NestedAndFlatMembersMeanTheSame) {
    const Profile profile = import_text(
        "p.json",
        document(
            R"({"name": "a", "seconds": 2, "calls": 3, "threads": 1, "flops": {"f64": 8, "tensor.f16": 9},
                               "bytes": {"L1": 5, "DRAM": {"read": 3, "written": 1}}, "basis": "traffic"},
                              {"name": "a", "seconds": 2, "calls": 3, "threads": 1, "flops_f64": 8, "flops_tensor.f16": 9,
                               "bytes_L1": 5, "bytes_DRAM_read": 3, "bytes_DRAM_written": 1, "category": null})"));
    EXPECT_EQ(profile.format, "mansard-json");
    ASSERT_EQ(profile.points.size(), 2u);
    for (const Point& point : profile.points) {
        EXPECT_DOUBLE_EQ(*point.seconds, 2);
        ASSERT_EQ(point.flops.size(), 2u);
        EXPECT_DOUBLE_EQ(point.flops[1].count, 9);
        EXPECT_EQ(point.flops[1].engine, Engine::matrix);
        ASSERT_EQ(point.bytes.size(), 2u);
        EXPECT_DOUBLE_EQ(point.bytes[1].count, 4);
        EXPECT_DOUBLE_EQ(*point.bytes[1].read, 3);
    }
    EXPECT_EQ(profile.points[0].bytes[0].basis, Basis::traffic);
    EXPECT_EQ(profile.points[1].bytes[0].basis, Basis::architectural);
    EXPECT_TRUE(profile.notes.empty());
}

TEST(MansardJson, BadPointsAreRejectedOneByOne) {
    const Profile profile = import_text(
        "p.json",
        document(
            R"({"name": "neg", "seconds": -1}, {"name": "text", "seconds": "1"}, {"name": "nan", "seconds": NaN},
                              {"name": "inf", "flops": {"f64": -Infinity}}, {"name": "big", "seconds": 1e999}, {"seconds": 1},
                              {"name": 5}, 7, {"name": "basis", "basis": "both"}, {"name": "group", "flops": 3},
                              {"name": "ok", "seconds": 1})"));
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.rejected.size(), 10u);
    EXPECT_NE(profile.rejected[0].reason.find("negative"), std::string::npos);
    EXPECT_NE(profile.rejected[1].reason.find("no number"), std::string::npos);
    EXPECT_NE(profile.rejected[2].reason.find("not a finite number"), std::string::npos);
    EXPECT_NE(profile.rejected[4].reason.find("beyond the range"), std::string::npos);
    EXPECT_NE(profile.rejected[4].record.find("points[4]"), std::string::npos);
}

TEST(MansardJson, AKeyThatStandsTwiceIsAnError) {
    const Profile profile = import_text(
        "p.json", document(R"({"name": "a", "seconds": 1}, {"name": "b", "seconds": 1, "seconds": 2},
                              {"name": "c", "flops": {"f64": 1, "f64": 2}}, {"name": "d", "seconds": 3},
                              {"name": "e", "flops_f64": 1, "flops": {"f64": 1}})"));
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[1].name, "d");
    ASSERT_EQ(profile.rejected.size(), 3u);
    EXPECT_EQ(profile.rejected[0].name, "b");
    EXPECT_EQ(profile.rejected[0].reason, "\"seconds\" stands there twice");
    EXPECT_NE(profile.rejected[0].record.find("points[1]"), std::string::npos);
    EXPECT_EQ(profile.rejected[1].reason, "\"f64\" stands there twice");
    EXPECT_EQ(profile.rejected[2].reason, "\"flops_f64\" stands there twice") << "once in each way";
    const std::string error = import_error(
        "p.json",
        R"({"schema": "mansard.points/1", "device": "a", "device": "b", "points": [{"name": "k"}]})");
    EXPECT_NE(error.find("\"device\" stands there twice"), std::string::npos) << error;
}

TEST(MansardJson, NamesMayHoldAnything) {
    const Profile profile = import_text(
        "p.json",
        document("{\"name\": \"bad \xff byte\"}, {\"name\": \"two\\nlines\"}, {\"name\": \"raw\nline\"}"));
    ASSERT_EQ(profile.points.size(), 3u);
    EXPECT_EQ(profile.points[0].name, "bad \\xff byte");
    EXPECT_EQ(profile.points[1].name, "two\nlines");
    EXPECT_EQ(profile.points[2].name, "raw\nline");
}

TEST(MansardJson, WholePointsOfABrokenFileAreKept) {
    const Profile profile = import_text(
        "p.json",
        R"({"schema": "mansard.points/1", "points": [{"name": "a"}, {"name": "b", "flops": {"f64": 1}}, {"na)");
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(codes(profile.notes), "truncated");
    EXPECT_NE(profile.notes[0].text.find("line 1"), std::string::npos);
}

TEST(MansardJson, WhatTheProfileSaysOfItself) {
    const Profile profile = import_text(
        "p.json",
        R"({"schema": "mansard.points/1", "device": "some cpu", "seconds_wall": 9, "points": [{"name": "a", "mood": 1}]})");
    EXPECT_EQ(profile.device, "some cpu");
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 9);
    EXPECT_EQ(codes(profile.notes), "members_ignored");
}

TEST(MansardJson, OtherFilesAreRefused) {
    for (const char* text :
         {R"({"schema": "mansard.points/2", "points": [{"name": "a"}]})", R"({"points": [{"name": "a"}]})",
          R"({"schema": "mansard.points/1", "points": []})", R"({"schema": "mansard.points/1"})",
          R"({"schema": "mansard.points/1", "points": [1}]})", "[]", "nonsense", ""}) {
        const Scratch scratch;
        const auto path = scratch.write("p.json", text);
        EXPECT_THROW(find_importer(path, "mansard-json").import(path, {}), Error) << text;
    }
}

TEST(MansardJson, NestingIsBounded) {
    const Scratch scratch;
    const auto path =
        scratch.write("p.json", R"({"schema": "mansard.points/1", "points": )" + std::string(100000, '['));
    EXPECT_THROW(find_importer(path, "").import(path, {}), Error);
}

}  // namespace
}  // namespace mansard::analyzer
