#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "analyzer/ascend/gatherer.hpp"
#include "analyzer/ascend/rules.hpp"
#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

const Point& named(const Profile& profile, std::string_view name) {
    for (const Point& point : profile.points)
        if (point.name == name) return point;
    throw std::runtime_error("no point " + std::string(name));
}

TEST(AscendOps, ProductsHaveModelledFlopsAndCountedBytes) {
    const Profile profile = import_text("op_summary_1.csv", fixture("ascend_op_summary.csv"));
    EXPECT_EQ(profile.format, "ascend-ops");
    EXPECT_EQ(profile.records, 8u);
    const Point& matmul = named(profile, "aclnnMm_MatMulV2");
    EXPECT_DOUBLE_EQ(matmul.calls, 2);
    EXPECT_DOUBLE_EQ(*matmul.seconds, 80e-6);
    ASSERT_EQ(matmul.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(matmul.flops[0].count, 2.0 * 2 * 64 * 32 * 16);
    EXPECT_EQ(matmul.flops[0].dtype, Dtype::bf16);
    EXPECT_EQ(matmul.flops[0].engine, Engine::matrix);
    EXPECT_EQ(matmul.flops[0].how, How::modelled);
    ASSERT_EQ(matmul.bytes.size(), 1u) << "counters stand in the place of the model";
    EXPECT_DOUBLE_EQ(*matmul.bytes[0].read, 2 * 12 * 1024.0);
    EXPECT_DOUBLE_EQ(*matmul.bytes[0].written, 2 * 4 * 1024.0);
    EXPECT_EQ(matmul.bytes[0].basis, Basis::traffic);
    EXPECT_EQ(matmul.device, "Ascend NPU 0");
}

TEST(AscendOps, AConvolutionHasTheTrueChannelsOfTheTransDataBefore) {
    const Profile profile = import_text("op_summary_1.csv", fixture("ascend_op_summary.csv"));
    const Point& convolution = named(profile, "Conv2D1");
    ASSERT_EQ(convolution.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(convolution.flops[0].count, 2.0 * 2 * 28 * 28 * 48 * 3 * 5 * 5);
    EXPECT_EQ(convolution.flops[0].dtype, Dtype::hf32);
    ASSERT_EQ(convolution.bytes.size(), 1u);
    const double in = 4.0 * (2 * 32 * 32 * 8 + 25 * 3 * 16 * 8 + 48);
    EXPECT_DOUBLE_EQ(*convolution.bytes[0].read, in) << "bytes are those of the padded layout";
    EXPECT_DOUBLE_EQ(*convolution.bytes[0].written, 4.0 * 2 * 6 * 28 * 28 * 8);
    EXPECT_TRUE(convolution.notes.empty());
}

TEST(AscendOps, WithoutOneItsChannelsArePadded) {
    // What no NCHW is, and what the padded layout could not hold.
    for (const char* shape : {"48,3,5,6,7,8,9", "48,30,5,5"}) {
        std::string content = fixture("ascend_op_summary.csv");
        content.replace(content.find("48,3,5,5"), 8, shape);
        const Profile profile = import_text("op_summary_1.csv", content);
        const Point& convolution = named(profile, "Conv2D1");
        EXPECT_DOUBLE_EQ(convolution.flops.at(0).count, 2.0 * 2 * 28 * 28 * 48 * 8 * 25) << shape;
        ASSERT_EQ(convolution.notes.size(), 1u) << shape;
        EXPECT_NE(convolution.notes[0].find("padded"), std::string::npos);
    }
}

TEST(AscendOps, WhatIsMissingIsNoZero) {
    const Profile profile = import_text("op_summary_1.csv", fixture("ascend_op_summary.csv"));
    const Point& communication = named(profile, "hcom_allReduce__1");
    EXPECT_EQ(communication.category, "communication");
    EXPECT_TRUE(communication.flops.empty());
    EXPECT_TRUE(communication.bytes.empty());
    const Point& memset = named(profile, "atomic_memset");
    EXPECT_TRUE(memset.bytes.empty()) << "its tensors are absent";
    const Point& add = named(profile, "aclnnAdd_Add");
    EXPECT_DOUBLE_EQ(add.flops.at(0).count, 1024);
    EXPECT_DOUBLE_EQ(add.bytes.at(0).count, 2 * (1024 + 1 + 1024)) << "an empty slot is a scalar";
    EXPECT_TRUE(named(profile, "aclnnUnique").flops.empty());
}

TEST(AscendOps, TimesOverlapAndStepsStandBeside) {
    const Profile profile = import_text("op_summary_1.csv", fixture("ascend_op_summary.csv"));
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 4499.75e-6);
    // The collective runs over the two ops of step 2.
    EXPECT_NEAR(*profile.seconds_busy, (20.5 + 100 + 50 + 30 + 70 + 500) * 1e-6, 1e-12);
    ASSERT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.steps[0].name, "step 1");
    EXPECT_NEAR(*profile.steps[0].seconds, 369.75e-6, 1e-12);
}

TEST(AscendOps, StepsOfTheBeginningCanBeLeftOut) {
    const Profile profile =
        import_text("op_summary.csv", fixture("ascend_op_summary.csv"), {.skip_steps = 1});
    EXPECT_EQ(profile.records, 3u);
    EXPECT_EQ(codes(profile.notes).substr(0, 13), "steps_skipped");
    try {
        import_text("op_summary.csv", fixture("ascend_op_summary.csv"), {.skip_steps = 2});
        FAIL() << "nothing is left";
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        EXPECT_NE(std::string_view(error.what()).find("2 steps"), std::string_view::npos) << error.what();
    }
}

TEST(AscendOps, LevelZeroHasTimesOnly) {
    const Profile profile = import_text("kernel_details.csv", fixture("ascend_kernel_details.csv"));
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 82e-6);
    EXPECT_TRUE(profile.points[0].flops.empty());
    EXPECT_TRUE(profile.points[0].bytes.empty());
    EXPECT_EQ(profile.device, "Ascend NPU");
    EXPECT_EQ(codes(profile.notes), "no_shapes");
}

TEST(AscendOps, EachCallCanBeAPoint) {
    const Profile profile =
        import_text("op_summary.csv", fixture("ascend_op_summary.csv"), {.per_launch = true});
    EXPECT_EQ(profile.points.size(), 8u);
    EXPECT_EQ(profile.points[3].name, "aclnnMm_MatMulV2");
    EXPECT_DOUBLE_EQ(*profile.points[3].seconds, 30e-6);
    EXPECT_EQ(profile.points[3].step, "1");
}

TEST(AscendOps, AFolderHasADeviceForEachCard) {
    const Scratch scratch;
    std::filesystem::create_directories(scratch.path() / "a_ascend_pt");
    std::filesystem::create_directories(scratch.path() / "b_ascend_pt");
    scratch.write("a_ascend_pt/kernel_details.csv", fixture("ascend_kernel_details.csv"));
    scratch.write("b_ascend_pt/kernel_details.csv", fixture("ascend_kernel_details.csv"));
    const Profile profile = find_importer(scratch.path(), "").import(scratch.path(), {});
    EXPECT_EQ(profile.records, 6u);
    ASSERT_EQ(profile.points.size(), 4u);
    EXPECT_EQ(profile.points[0].device, "Ascend NPU 0");
    EXPECT_EQ(profile.points[3].device, "Ascend NPU 1");
    EXPECT_NEAR(*profile.seconds_busy, 2 * 88.25e-6, 1e-12);
    EXPECT_NEAR(*profile.seconds_wall, 206.25e-6, 1e-12);
}

TEST(AscendOps, WithoutStepsNoneIsLeftOut) {
    const std::string header = "Name,Type,Accelerator Core,Duration(us)\n";
    const Profile profile = import_text("op_summary.csv", header + "a,Add,AI_CORE,1\n", {.skip_steps = 1});
    EXPECT_EQ(profile.records, 1u);
    EXPECT_NE(codes(profile.notes).find("no_steps"), std::string::npos);
}

TEST(AscendOps, RowsThatSayNothingAreRejected) {
    const std::string header = "Name,Type,Accelerator Core,Duration(us)\n";
    const Profile profile = import_text(
        "kernel_details.csv", header + "a,Add,AI_CORE,1\nb,Add\n,Add,AI_CORE,1\nc,Add,AI_CORE,-3\n");
    EXPECT_EQ(profile.records, 4u);
    ASSERT_EQ(profile.rejected.size(), 3u);
    EXPECT_EQ(profile.rejected[0].reason, "it has 2 cells, its table 4");
    EXPECT_NE(profile.rejected[2].reason.find("negative"), std::string::npos);
    EXPECT_THROW(import_text("kernel_details.csv", header), Error);
}

TEST(AscendOps, ALongCallIsHeldAgainstItsType) {
    // Eight calls of 10 us and one of another shape that takes 100: five times the average of 20.
    std::string content = "Name,Type,Accelerator Core,Duration(us),Input Shapes,Input Data Types\n";
    for (int i = 0; i < 8; ++i) content += "small,Add,AI_VECTOR_CORE,10,4,FLOAT\n";
    content += "large,Add,AI_VECTOR_CORE,100,400,FLOAT\n";
    std::vector<Profile> profiles;
    profiles.push_back(import_text("kernel_details.csv", content));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    std::string found;
    for (const Finding& finding : analysis.findings)
        found += finding.point + " " + std::string(finding.code) + " ";
    EXPECT_EQ(found, "large npu_type_share large npu_uneven_calls ");
}

TEST(AscendOps, RulesSpeakOfWhatTheTableShows) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("op_summary_1.csv", fixture("ascend_op_summary.csv")));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    const auto holds = [&](std::string_view point, std::string_view code) {
        return std::ranges::any_of(analysis.findings, [&](const Finding& finding) {
            return finding.point == point && finding.code == code;
        });
    };
    EXPECT_TRUE(holds("Conv2D1", "npu_cube_bound"));
    EXPECT_TRUE(holds("aclnnMm_MatMulV2", "npu_cube_bound"));
    EXPECT_TRUE(holds("trans_TransData_0", "npu_vector_bound"));
    EXPECT_TRUE(holds("aclnnAdd_Add", "npu_vector_bound"));
    EXPECT_TRUE(holds("aclnnUnique", "npu_ai_cpu"));
    EXPECT_TRUE(holds("aclnnAdd_Add", "npu_long_wait"));
    EXPECT_TRUE(holds("Conv2D1", "npu_aclop"));
    EXPECT_FALSE(holds("aclnnMm_MatMulV2", "npu_aclop"));
    EXPECT_FALSE(holds("hcom_allReduce__1", "npu_aclop"));
    EXPECT_FALSE(holds("aclnnUnique", "npu_long_task"));
}

}  // namespace
}  // namespace mansard::analyzer
