#include <gtest/gtest.h>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(Advisor, ReadsSelfColumnsBelowAPreamble) {
    const Profile profile = import_fixture("advisor_survey.csv");
    EXPECT_EQ(profile.format, "advisor");
    ASSERT_EQ(profile.points.size(), 3u);
    const Point& loop = profile.points[0];
    EXPECT_EQ(loop.name, "[loop in solve at a.cpp:12]");
    EXPECT_EQ(loop.category, "Vectorized (Body)");
    EXPECT_DOUBLE_EQ(*loop.seconds, 2.0);
    EXPECT_DOUBLE_EQ(flops_of(loop, Dtype::f64), 10e9);
    EXPECT_DOUBLE_EQ(bytes_at(loop, Level::L1)->count, 40e9);
    EXPECT_EQ(bytes_at(loop, Level::L1)->basis, Basis::architectural);
    EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 0.010);
    EXPECT_TRUE(says(profile.points[1], "Self Time is below 0.010s"));
    EXPECT_TRUE(profile.points[1].flops.empty());
    // Only a rate and an intensity: CPU time makes no counts of them.
    EXPECT_TRUE(profile.points[2].flops.empty());
    EXPECT_TRUE(says(profile.points[2], "FLOPs left out"));
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].reason.find("negative"), std::string::npos);
    EXPECT_EQ(codes(profile.notes), "cpu_time register_bytes");
}

TEST(Vtune, EventsInThousandsAndSelfBeforeTotal) {
    const Profile profile = import_fixture("vtune_events.csv");
    EXPECT_EQ(profile.format, "vtune");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2.5);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::f64), 1e6 + 2e6 * 4);
    EXPECT_EQ(profile.points[0].category, "app");
    EXPECT_TRUE(profile.points[1].flops.empty());
    EXPECT_EQ(profile.rejected.size(), 1u);
}

TEST(Rocprof, TracesBecomeKernelsAndBusyTime) {
    const Profile profile = import_fixture("rocprof_trace.csv");
    EXPECT_EQ(profile.format, "rocprof");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "void add<float>(float*, int)");
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 5e-6);
    EXPECT_EQ(profile.points[0].details->grid, "1024,1024,1");
    EXPECT_EQ(profile.points[0].device, "GPU 1");
    EXPECT_EQ(profile.points[1].name, "scale(float*)");
    // 1 … 5 µs and 6 … 7 µs, though the first two take 5 µs together.
    EXPECT_NEAR(*profile.seconds_busy, 5e-6, 1e-15);
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_NE(profile.rejected[0].reason.find("MEMORY_COPY"), std::string::npos);
    EXPECT_NE(profile.rejected[1].reason.find("no interval"), std::string::npos);
}

TEST(Rocprof, RowsOfOneDispatchAreOneLaunch) {
    const Profile profile = import_fixture("rocprof_counters.csv");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.records, 7u);
    EXPECT_DOUBLE_EQ(point.calls, 1);
    EXPECT_FALSE(point.seconds);
    ASSERT_EQ(point.flops.size(), 2u);
    EXPECT_DOUBLE_EQ(point.flops[0].count, 64 * (4 + 2 + 2 * 10));
    EXPECT_EQ(point.flops[1].engine, Engine::matrix);
    EXPECT_DOUBLE_EQ(point.flops[1].count, 3 * 512);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->read, 80 * 64 + 20 * 32);
    EXPECT_EQ(profile.rejected.size(), 1u);
}

TEST(Rocprof, SumsBeforeChannelsAndTheNewerLine) {
    const Profile profile = import_fixture("rocprof_wide.csv");
    const Point& point = profile.points.at(0);
    EXPECT_EQ(point.name, "vecCopy(double*, double*)");
    EXPECT_NEAR(*point.seconds, 20.64e-6, 1e-15);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L1)->count, 10 * 128);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->read, 300 * 64 - 10 * 32 + 5 * 64);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->written, 50 * 32 + 40 * 32);
}

TEST(Rocprof, SaysWhereNothingTellsTheGeneration) {
    const std::string header = "Dispatch_Id,Agent_Id,Grid_Size,Kernel_Name,Counter_Name,Counter_Value\n";
    const std::string reads = "1,Agent 4,64,add,TCP_TCC_READ_REQ_sum,10\n";
    const Profile unknown = import_text("c.csv", header + reads);
    EXPECT_EQ(unknown.points.at(0).device, "GPU 4");
    EXPECT_DOUBLE_EQ(*bytes_at(unknown.points[0], Level::L2)->read, 640);
    EXPECT_EQ(codes(unknown.notes), "generation_unknown");
    const Profile newer = import_text("c.csv", header + reads + "1,Agent 4,64,add,TCC_EA0_RDREQ_sum,10\n");
    EXPECT_DOUBLE_EQ(*bytes_at(newer.points.at(0), Level::L2)->read, 1280);
    EXPECT_EQ(codes(newer.notes), "");
}

TEST(OtherTools, RoofsAreNoProfile) {
    const std::string error = import_error("roofline.csv", "device,HBMBw,HBMBwLow\n0,1388.8,1388.2\n");
    EXPECT_NE(error.find("holds roofs"), std::string::npos) << error;
    EXPECT_NE(error.find("mansard build --from rocprof-compute"), std::string::npos) << error;
}

TEST(Rocprof, TotalsByKernel) {
    const Profile profile =
        import_text("stats.csv",
                    "\"Name\",\"Calls\",\"TotalDurationNs\",\"AverageNs\",\"Percentage\"\n"
                    "\"scale(float*) [clone .kd]\",4,4000,1000,100\n");
    EXPECT_EQ(profile.points.at(0).name, "scale(float*)");
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 4);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 4e-6);
}

TEST(Nvbench, StatesBecomePointsOrAreRejectedWithTheirReason) {
    const Profile profile = import_fixture("nvbench_states.json");
    EXPECT_EQ(profile.format, "nvbench");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "copy Elements=256");
    EXPECT_EQ(point.device, "Example GPU");
    EXPECT_DOUBLE_EQ(*point.seconds, 2e-6);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 6000);
    EXPECT_EQ(bytes_at(point, Level::DRAM)->how, How::modelled);
    EXPECT_TRUE(says(point, "mean of 12 samples"));
    ASSERT_EQ(profile.rejected.size(), 2u);
    EXPECT_EQ(profile.rejected[0].reason, "it was skipped: too small");
    EXPECT_NE(profile.rejected[1].reason.find("nan"), std::string::npos);
}

TEST(Nanobench, UnitsOfFlopAndByteAreWork) {
    const Profile profile = import_fixture("nanobench_results.json");
    ASSERT_EQ(profile.points.size(), 3u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 1.5e-6);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 2000);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[1], Level::L1)->count, 4096);
    EXPECT_TRUE(says(profile.points[2], "neither FLOP nor bytes"));
    EXPECT_EQ(profile.rejected.size(), 1u);
    const Profile table = import_fixture("nanobench_table.csv");
    EXPECT_EQ(table.format, "nanobench");
    EXPECT_DOUBLE_EQ(flops_of(table.points.at(0), Dtype::unknown), 2000);
    EXPECT_DOUBLE_EQ(*table.points[0].seconds, 1.5e-6);
}

TEST(CarmApplications, RatesTimesTime) {
    const Profile profile = import_fixture("carm_applications.csv");
    EXPECT_EQ(profile.format, "carm-applications");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::f64), 2e9);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::L1)->count, 32e9);
    EXPECT_EQ(profile.points[0].threads, 2);
    EXPECT_TRUE(says(profile.points[1], "one second"));
    EXPECT_EQ(profile.rejected.size(), 1u);
}

TEST(NerscText, RatesStandForOneSecond) {
    const Profile profile = import_fixture("nersc_lists.txt");
    EXPECT_EQ(profile.format, "nersc-text");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.points[0].name, "first");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 1);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::DRAM)->count, 500e9);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::L1)->count, 2000e9);
    EXPECT_EQ(profile.points[1].name, "the third");
    EXPECT_TRUE(profile.points[1].bytes.empty());
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "second");
    EXPECT_EQ(codes(profile.notes), "rates_only roofs_not_used");
    EXPECT_NE(import_error("roofs.txt", "memroofs 1 2\ncomproofs 3\n").find("roofs only"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
