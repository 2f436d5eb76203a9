#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/file.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using testing::codes;
using testing::fixture;
using testing::import_text;

Profile import_with(const ImportOptions& options) {
    const std::filesystem::path path = MANSARD_SOURCE_DIR "/tests/data/analyzer/xprof_roofline.json";
    return find_importer(path, "").import(path, options);
}

constexpr double gib = 1073741824.0;

TEST(XprofRoofline, OperationsOfTheWholeProfileAreThePoints) {
    const Profile profile = import_text("roofline.json", fixture("xprof_roofline.json"));
    EXPECT_EQ(profile.format, "xprof-roofline");
    EXPECT_EQ(profile.device, "TPU v0");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 4u);
    const Point& fusion = profile.points[0];
    EXPECT_EQ(fusion.name, "fusion.1");
    EXPECT_EQ(fusion.category, "convolution fusion");
    EXPECT_DOUBLE_EQ(fusion.calls, 4);
    EXPECT_DOUBLE_EQ(*fusion.seconds, 400e-6);
    ASSERT_EQ(fusion.flops.size(), 1u);
    EXPECT_DOUBLE_EQ(fusion.flops[0].count, 1e14 * 400e-6);
    EXPECT_EQ(fusion.flops[0].dtype, Dtype::bf16);
    EXPECT_EQ(fusion.flops[0].engine, Engine::matrix);
    ASSERT_EQ(fusion.bytes.size(), 2u) << "HBM and VMEM; CMEM has no traffic anywhere";
    EXPECT_EQ(fusion.bytes[0].level, Level::DRAM);
    EXPECT_DOUBLE_EQ(fusion.bytes[0].count, 500 * gib * 400e-6);
    EXPECT_EQ(fusion.bytes[1].level, Level::VMEM);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].read, 2000 * gib * 400e-6);
    EXPECT_DOUBLE_EQ(*fusion.bytes[1].written, 1000 * gib * 400e-6);
    EXPECT_EQ(fusion.details->verdict, "Compute");
    ASSERT_EQ(fusion.details->metrics.size(), 2u);
    EXPECT_EQ(fusion.details->metrics[0].name, "model_flops");
    EXPECT_DOUBLE_EQ(fusion.details->metrics[0].value, 9e13 * 400e-6);
    EXPECT_DOUBLE_EQ(fusion.details->metrics[1].value, 0.25);
    EXPECT_EQ(codes(profile.notes), "profiler_peaks table_chosen");
}

TEST(XprofRoofline, WhatHoldsOtherOperationsHasTimeOnly) {
    const Profile profile = import_text("roofline.json", fixture("xprof_roofline.json"));
    const Point& loop = profile.points[1];
    EXPECT_EQ(loop.name, "while.2");
    EXPECT_DOUBLE_EQ(*loop.seconds, 20e-6) << "its own";
    ASSERT_EQ(loop.flops.size(), 1u);
    EXPECT_EQ(loop.flops[0].count, 0);
    EXPECT_TRUE(loop.bytes.empty());
    const Point& copy = profile.points[2];
    EXPECT_EQ(copy.flops[0].count, 0) << "known to be none";
    const Point& infeed = profile.points[3];
    EXPECT_TRUE(infeed.flops.empty()) << "unknown";
    EXPECT_TRUE(infeed.details->verdict.empty());
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "IDLE");
}

TEST(XprofRoofline, WholesAndStepsStandBesideThem) {
    const Profile profile = import_text("roofline.json", fixture("xprof_roofline.json"));
    ASSERT_EQ(profile.program.size(), 2u);
    EXPECT_EQ(profile.program[0].name, "total");
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 1000e-6);
    EXPECT_NEAR(profile.program[0].flops[0].count, 4e10, 1);
    EXPECT_EQ(profile.program[0].flops[0].how, How::modelled);
    EXPECT_EQ(profile.program[1].name, "total (hardware counters)");
    EXPECT_EQ(profile.program[1].flops[0].how, How::counted);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 1000e-6);
    ASSERT_EQ(profile.steps.size(), 3u);
    EXPECT_EQ(profile.steps[0].name, "average step");
    EXPECT_DOUBLE_EQ(*profile.steps[0].seconds, 500e-6);
    EXPECT_NEAR(profile.steps[0].flops[0].count, 2e10, 1);
    EXPECT_EQ(profile.steps[1].name, "step 1");
    EXPECT_EQ(profile.steps[2].step, "2");
    EXPECT_EQ(profile.step_points.size(), 12u) << "four operations of the average and of two steps";
    EXPECT_EQ(profile.step_points[4].step, "1");
    EXPECT_DOUBLE_EQ(*profile.step_points[4].seconds, 160e-6);
}

TEST(XprofRoofline, WithoutFeedsItIsTheOtherTable) {
    const Profile profile = import_with({.feeds = false});
    EXPECT_EQ(profile.records, 4u);
    EXPECT_EQ(profile.points.size(), 3u);
    EXPECT_DOUBLE_EQ(*profile.program[0].seconds, 900e-6);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 900e-6);
}

TEST(XprofRoofline, SkippedStepsLeaveTheSteps) {
    const Profile profile = import_with({.skip_steps = 1});
    ASSERT_EQ(profile.steps.size(), 2u);
    EXPECT_EQ(profile.steps[0].name, "average step");
    EXPECT_EQ(profile.steps[1].name, "step 2");
    EXPECT_EQ(profile.step_points.size(), 8u);
    EXPECT_NE(codes(profile.notes).find("steps_skipped"), std::string::npos);
}

TEST(XprofRoofline, TheCsvOfAGpuHasL1) {
    const Profile profile = import_text("roofline.csv", fixture("xprof_roofline.csv"));
    EXPECT_EQ(profile.format, "xprof-roofline");
    EXPECT_EQ(profile.device, "GPU or TPU") << "of which model it does not say";
    ASSERT_EQ(profile.points.size(), 4u);
    const Point& fusion = profile.points[0];
    EXPECT_EQ(fusion.flops[0].dtype, Dtype::unknown);
    ASSERT_EQ(fusion.bytes.size(), 2u);
    EXPECT_EQ(fusion.bytes[1].level, Level::L1);
    EXPECT_DOUBLE_EQ(fusion.bytes[1].count, 1000 * gib * 400e-6);
    EXPECT_EQ(profile.steps.size(), 1u);
}

TEST(XprofRoofline, ABadRowIsLostAlone) {
    std::string text = fixture("xprof_roofline.json");
    const std::size_t at = text.find("400.0", text.find("\"fusion.1\""));
    text.replace(at, 5, "NaN");
    const Profile profile = import_text("roofline.json", text);
    EXPECT_EQ(profile.points.size(), 3u);
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_EQ(profile.rejected[0].name, "fusion.1");
    EXPECT_NE(codes(profile.notes).find("operations_left_out"), std::string::npos);
}

TEST(XprofRoofline, AWholeWithoutARankIsNoOperation) {
    std::string text = fixture("xprof_roofline.csv");
    const std::string_view whole = "\"Total\",\"0\",\"Program\"", without = "\"Total\",\"\",\"Program\"";
    text.replace(text.find(whole), whole.size(), without);
    const Profile profile = import_text("roofline.csv", text);
    EXPECT_EQ(profile.points.size(),
              import_text("roofline.csv", fixture("xprof_roofline.csv")).points.size());
}

TEST(XprofRoofline, TimesOfSeveralCoresAreSummed) {
    std::string text = fixture("xprof_roofline.csv");
    for (std::size_t at; (at = text.find("\"1000.0\",\"1\"")) != std::string::npos;)
        text.replace(at, 12, "\"500.0\",\"1\"");
    const Profile profile = import_text("roofline.csv", text);
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 1000e-6);
    EXPECT_NE(codes(profile.notes).find("cores_summed"), std::string::npos);
}

TEST(XprofRoofline, ATableWithoutOperationsIsAnError) {
    const testing::Scratch scratch;
    for (const std::string_view text : {"[]", "{\"cols\": [], \"rows\": []}", "Step,Rank\n", ""}) {
        const auto path = scratch.write("t.json", text);
        EXPECT_THROW(find_importer(path, "xprof-roofline").import(path, {}), Error) << text;
    }
}

}  // namespace
}  // namespace mansard::analyzer
