#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Profile import_fixture(const std::string& name) {
    const std::filesystem::path path =
        std::filesystem::path(MANSARD_SOURCE_DIR "/tests/data/analyzer") / name;
    return find_importer(path, "").import(path, {});
}

TEST(Nvprof, MetricsAreTotals) {
    const Profile profile = import_fixture("nvprof_metrics.csv");
    EXPECT_EQ(profile.format, "nvprof");
    ASSERT_EQ(profile.points.size(), 2u);
    const Point& axpy = profile.points[0];
    EXPECT_EQ(axpy.device, "Tesla V100");
    EXPECT_DOUBLE_EQ(axpy.calls, 10);
    EXPECT_FALSE(axpy.seconds);
    EXPECT_DOUBLE_EQ(axpy.flops.at(0).count, 20000);
    EXPECT_DOUBLE_EQ(*axpy.bytes.at(0).read, 110 * 32 * 10);
    EXPECT_DOUBLE_EQ(*axpy.bytes[0].written, 50 * 32 * 10);
    const Point& fill = profile.points[1];
    EXPECT_TRUE(fill.flops.empty());
    ASSERT_EQ(fill.notes.size(), 1u);
    EXPECT_NE(fill.notes[0].find("lower bound"), std::string::npos);
}

TEST(Nvprof, PartsMakeTheFlopsWhereTheWholeWasNotCollected) {
    const auto row = [](const std::string& kernel, const std::string& metric, int value) {
        return "\"GPU (0)\",\"" + kernel + "\",3,\"" + metric + "\",\"what it is\"," + std::to_string(value) +
               "," + std::to_string(value) + "," + std::to_string(value) + "\n";
    };
    const Profile profile = import_text(
        "parts.csv",
        "\"Device\",\"Kernel\",\"Invocations\",\"Metric Name\",\"Metric Description\",\"Min\",\"Max\","
        "\"Avg\"\n" +
            row("parts", "flop_count_sp_add", 5) + row("parts", "flop_count_sp_mul", 7) +
            row("parts", "flop_count_sp_fma", 100) + row("both", "flop_count_dp_fma", 100) +
            row("both", "flop_count_dp", 260) + row("one", "flop_count_dp_fma", 50));
    ASSERT_EQ(profile.points.size(), 3u);
    const auto point = [&](const std::string& name) {
        return *std::ranges::find(profile.points, name, &Point::name);
    };
    EXPECT_DOUBLE_EQ(point("parts").flops.at(0).count, 3 * 212);
    EXPECT_EQ(point("parts").flops[0].dtype, Dtype::f32);
    EXPECT_TRUE(point("parts").notes.empty());
    ASSERT_EQ(point("both").flops.size(), 1u);
    EXPECT_DOUBLE_EQ(point("both").flops[0].count, 3 * 260);
    EXPECT_DOUBLE_EQ(point("one").flops.at(0).count, 3 * 100);
    EXPECT_NE(point("one").notes.at(0).find("1 of 3"), std::string::npos);
}

TEST(Nvprof, TimesByTheUnitsOfTheirColumn) {
    const Profile profile = import_fixture("nvprof_times.csv");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2.670947e-3);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 10);
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_EQ(profile.program[0].category, "out-feed");
}

TEST(Nvprof, ATraceHasEachLaunch) {
    const Profile profile = import_text("trace.csv",
                                        "==9== NVPROF is profiling process 9, command: ./a\n"
                                        "\"Start\",\"Duration\",\"Grid X\",\"Grid Y\",\"Grid Z\",\"Block "
                                        "X\",\"Block Y\",\"Block Z\",\"Device\",\"Name\"\n"
                                        "s,us,,,,,,,,\n"
                                        "1.000000,2.5,64,1,1,128,1,1,\"Tesla V100 (0)\",\"k(int) [12]\"\n"
                                        "1.000010,1.5,,,,,,,\"Tesla V100 (0)\",\"[CUDA memcpy HtoD]\"\n"
                                        "x,1.5,64,1,1,128,1,1,\"Tesla V100 (0)\",\"k(int) [14]\"\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "k(int)");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2.5e-6);
    EXPECT_EQ(profile.points[0].details->block, "128,1,1");
    EXPECT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.program.size(), 1u);
}

TEST(Nvprof, ARunWithoutKernelsSaysSo) {
    const Scratch scratch;
    const auto path = scratch.write("none.csv",
                                    "==9== NVPROF is profiling process 9, command: ./a\n"
                                    "======== Warning: No CUDA application was profiled, exiting\n");
    try {
        find_importer(path, "").import(path, {});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string_view(error.what()).find("No CUDA application was profiled"),
                  std::string_view::npos)
            << error.what();
    }
}

TEST(Nvprof, MetricsOfEachLaunch) {
    const Profile profile = import_text(
        "launches.csv",
        "==123== Metric result:\n\"Device\",\"Context\",\"Stream\",\"Kernel\",\"Correlation_ID\","
        "\"flop_count_sp\",\"dram_read_transactions\",\"dram_write_transactions\"\n"
        "\"Tesla V100 (0)\",\"1\",\"7\",\"f(float*)\",114,2000,100,50\n"
        "\"Tesla V100 (0)\",\"1\",\"7\",\"f(float*)\",115,3000,100,50\n\"Tesla V100 (0)\",\"1\"\n");
    EXPECT_EQ(profile.format, "nvprof");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_DOUBLE_EQ(profile.points[0].flops.at(0).count, 5000);
    EXPECT_DOUBLE_EQ(*profile.points[0].bytes.at(0).read, 2 * 100 * 32);
    EXPECT_EQ(profile.points[0].device, "Tesla V100");
}

TEST(Nvprof, WhatItPrintsWithoutCsvIsNamed) {
    const Scratch scratch;
    for (const char* text :
         {"==1== NVPROF is profiling process 1, command: ./a\n            Type  Time(%)      Time  Name\n "
          "GPU "
          "activities:  100.00%  2.6709ms  f(int)\n",
          "==1== Metric result:\nInvocations  Metric Name  Metric Description  Min\n    Kernel: f(float*)\n",
          "======== Warning: Skipping profiling on device 0 since profiling is not supported on devices with "
          "compute capability 7.5 and higher.\n"}) {
        const auto path = scratch.write("out.txt", text);
        try {
            find_importer(path, "").import(path, {});
            ADD_FAILURE() << text;
        } catch (const Error& error) {
            const std::string message = error.what();
            EXPECT_TRUE(message.find("--csv") != std::string::npos &&
                        message.find("nvprof") != std::string::npos)
                << message;
        }
    }
}

}  // namespace
}  // namespace mansard::analyzer
