#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(AscendOpStatistic, TypesHaveTimesAndShares) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("op_statistic.csv", fixture("ascend_op_statistic.csv")));
    const Point& matmul = profiles[0].points[0];
    EXPECT_EQ(matmul.name, "MatMulV2");
    EXPECT_DOUBLE_EQ(matmul.calls, 8);
    EXPECT_DOUBLE_EQ(*matmul.seconds, 400e-6);
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    std::string found;
    for (const Finding& finding : analysis.findings)
        found += finding.point + " " + std::string(finding.code) + " ";
    EXPECT_EQ(found, "MatMulV2 npu_type_share MatMulV2 npu_uneven_calls ");
}

TEST(AscendTrace, TasksOfTheNpuAreThePoints) {
    const Profile profile = import_text("trace_view.json", fixture("ascend_trace.json"));
    EXPECT_EQ(profile.format, "ascend-trace");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_EQ(profile.rejected[0].name, "EVENT_WAIT") << "a wait is no work";
    EXPECT_EQ(profile.rejected[1].name, "SDMA") << "a part of the collective";
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "Relu");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 26e-6);
    EXPECT_EQ(profile.points[1].category, "communication");
    EXPECT_NEAR(*profile.seconds_busy, 37.75e-6, 1e-12);
    EXPECT_NEAR(*profile.seconds_wall, 125.25e-6, 1e-12);
}

TEST(AscendTrace, ACopyOutsideCollectivesIsWork) {
    std::string content = fixture("ascend_trace.json");
    content.replace(content.find("0206.500"), 8, "0300.500");
    const Profile profile = import_text("trace_view.json", content);
    ASSERT_EQ(profile.points.size(), 3u);
    EXPECT_EQ(profile.points[2].name, "SDMA");
}

TEST(AscendTrace, StepsOfTheBeginningCanBeLeftOut) {
    const std::string content = fixture("ascend_trace.json");
    const Profile profile = import_text("trace_view.json", content, {.skip_steps = 1});
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 13.5e-6) << "the first call lies in step 7";
    EXPECT_EQ(codes(profile.notes), "steps_skipped times_only");
    EXPECT_THROW(import_text("trace_view.json", content, {.skip_steps = 2}), Error);
}

TEST(AscendTrace, MergedByPaddlePaddleItIsTheSame) {
    // The host's events stand first, and more of them than anybody looks at to tell formats.
    std::string merged = "{\"traceEvents\": [";
    for (int i = 0; i < 1000; ++i)
        merged += R"({"name": "op", "cat": "Operator", "ph": "X", "pid": 1, "tid": 1, "ts": 1, "dur": 1.0,)"
                  R"( "args": {"start_time": "1 us"}},)";
    ASSERT_GT(merged.size(), std::size_t{1} << 16);
    const Profile profile = import_text("merged.json", merged + fixture("ascend_trace.json").substr(1) + "}");
    EXPECT_EQ(profile.format, "ascend-trace");
    EXPECT_EQ(profile.points.size(), 2u);
}

TEST(AscendOpprof, BlocksAddUp) {
    const Profile profile = import_text("ArithmeticUtilization.csv", fixture("ascend_opprof.csv"));
    EXPECT_EQ(profile.records, 3u);
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    ASSERT_EQ(point.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(point.flops[0].count, 4000);
    EXPECT_EQ(point.flops[0].dtype, Dtype::f32);
    EXPECT_EQ(point.flops[0].how, How::counted);
    EXPECT_DOUBLE_EQ(*point.bytes.at(0).read, 34.5 * 1024);
    EXPECT_DOUBLE_EQ(*point.bytes.at(0).written, 16.5 * 1024);
    EXPECT_FALSE(point.seconds);
}

TEST(AscendOpprof, AFolderIsOneOp) {
    const Scratch scratch;
    scratch.write("ArithmeticUtilization.csv", fixture("ascend_opprof.csv"));
    scratch.write(
        "OpBasicInfo.csv",
        "Op Name,Op Type,Task Duration(us),Block Dim,Mix Block Dim,Device Id,\nadd,vector,9.2,2,4,0,\n");
    const Profile profile = find_importer(scratch.path(), "").import(scratch.path(), {});
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "add");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 9.2e-6);
    EXPECT_EQ(profile.points[0].records, 4u);
    EXPECT_EQ(profile.records, 4u);
}

}  // namespace
}  // namespace mansard::analyzer
