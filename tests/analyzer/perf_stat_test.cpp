#include <gtest/gtest.h>

#include "analyzer/lower_bounds.hpp"
#include "core/error.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(PerfStat, IntervalsAndCgroupsAreTellable) {
    const Profile profile = import_fixture("perf_intervals.csv");
    EXPECT_EQ(profile.format, "perf-stat");
    EXPECT_EQ(profile.records, 9u);
    ASSERT_EQ(profile.points.size(), 3u);
    const Point& first = profile.points[0];
    EXPECT_EQ(first.name, "app at 1 s");
    EXPECT_EQ(first.records, 6u);
    EXPECT_DOUBLE_EQ(*first.seconds, 1.0);
    EXPECT_DOUBLE_EQ(flops_of(first, Dtype::f64), 1000 + 10 * 4);
    // Asked for and not counted: how many there were is open.
    EXPECT_EQ(flops_of(first, Dtype::f32), 0);
    EXPECT_TRUE(flops_at_least(first));
    EXPECT_TRUE(says(first, "f32 FLOPs left out"));
    EXPECT_DOUBLE_EQ(*bytes_at(first, Level::DRAM)->read, 2 * 1024 * 1024);
    EXPECT_DOUBLE_EQ(bytes_at(first, Level::DRAM)->count, 3 * 1024 * 1024);
    // Of what contributed, the scalar operations ran least; the packed ones at 40 % were none.
    EXPECT_DOUBLE_EQ(*first.details->coverage, 0.5);
    EXPECT_TRUE(says(first, "50.00 % of the time"));
    EXPECT_EQ(profile.points[1].name, "other at 1 s");
    const Point& last = profile.points[2];
    EXPECT_DOUBLE_EQ(*last.seconds, 2.0);
    EXPECT_DOUBLE_EQ(flops_of(last, Dtype::f64), 5000);
    EXPECT_TRUE(says(last, "lower bound: the profile lacks fp_arith_inst_retired.128b_packed_double"));
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].reason.find("\"broken\""), std::string::npos);
    EXPECT_EQ(codes(profile.notes), "metrics_left_out");
    // Two cgroups ran in the same second.
    EXPECT_DOUBLE_EQ(*profile.seconds_wall, 3.0);
    EXPECT_DOUBLE_EQ(*profile.seconds_busy, 3.0);
}

TEST(PerfStat, SeveralJsonObjectsOnALine) {
    const Profile profile = import_fixture("perf_lines.jsonl");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.records, 4u);
    EXPECT_DOUBLE_EQ(*point.seconds, 2.0);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->read, 64000);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->written, 32000);
    EXPECT_DOUBLE_EQ(*point.details->coverage, 0.25);
    EXPECT_TRUE(point.flops.empty());
    EXPECT_TRUE(says(point, "the FLOPs left out: fp_ret_sse_avx_ops.all was not counted"));
}

TEST(PerfStat, TextWithDecimalCommasOnAHybridMachine) {
    const Profile profile = import_fixture("perf_words.txt");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "./solver --size 100");
    EXPECT_EQ(point.records, 4u);
    EXPECT_DOUBLE_EQ(*point.seconds, 1.500123456);
    // What both kinds of cores really counted, over the time that both counted.
    EXPECT_NEAR(flops_of(point, Dtype::f64), (2e9 * 0.6 + 1e9 * 0.2) / 0.8, 1);
    EXPECT_NEAR(*point.details->coverage, 0.8, 1e-12);
    EXPECT_TRUE(says(point, "means of several runs"));
    ASSERT_EQ(point.details->metrics.size(), 1u);
    EXPECT_DOUBLE_EQ(point.details->metrics[0].value, 0.999);
}

TEST(PerfStat, KindsOfCoresThatRanSideBySideAreSummed) {
    const Profile profile = import_text("h.csv",
                                        "100,,cpu_core/fp_arith_inst_retired.scalar_double/,1000,100.00,,\n"
                                        "60,,cpu_atom/fp_arith_inst_retired.scalar_double/,540,54.00,,\n"
                                        "1000000000,ns,duration_time,1000000000,100.00,,\n");
    EXPECT_DOUBLE_EQ(flops_of(profile.points.at(0), Dtype::f64), 160);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 1.0);
}

TEST(PerfStat, BreakdownsAreSummedAndStandAsRegions) {
    const std::string events = "fp_ret_sse_avx_ops.all,1000000000,100.00,,\n";
    const Profile cpus =
        import_text("a.csv", "# started on Mon Jun 1\n\nCPU0,10,," + events + "CPU1,30,," + events);
    ASSERT_EQ(cpus.points.size(), 1u);
    EXPECT_DOUBLE_EQ(flops_of(cpus.points[0], Dtype::unknown), 40);
    EXPECT_FALSE(cpus.points[0].seconds) << "how long counters were on is no time of the program";
    EXPECT_TRUE(says(cpus.points[0], "duration_time"));
    ASSERT_EQ(cpus.regions.size(), 2u);
    EXPECT_EQ(cpus.regions[1].name, "CPU1");
    EXPECT_DOUBLE_EQ(flops_of(cpus.regions[1], Dtype::unknown), 30);
    const Profile sockets =
        import_text("s.csv", "S0,4,<not supported>,,cycles,0,100.00,,\nS1,4,7,," + events);
    EXPECT_DOUBLE_EQ(flops_of(sockets.points.at(0), Dtype::unknown), 7);
    EXPECT_EQ(sockets.regions.size(), 2u);
    const Profile threads = import_text("t.csv", "solver-12,9,," + events + "solver-13,1,," + events);
    EXPECT_DOUBLE_EQ(flops_of(threads.points.at(0), Dtype::unknown), 10);
    EXPECT_EQ(threads.regions.at(0).name, "solver-12");
}

TEST(PerfStat, SeparatorsVariancesAndEventsOfNumbers) {
    const Profile semicolons = import_text("s.csv",
                                           "0,60;msec;task-clock;8,52%;602920;100,00;0,5;CPUs utilized\n"
                                           "12;;fp_ret_sse_avx_ops.all;0,00%;602920;100,00;;\n");
    EXPECT_DOUBLE_EQ(flops_of(semicolons.points.at(0), Dtype::unknown), 12);
    EXPECT_DOUBLE_EQ(*semicolons.points[0].seconds, 0.60e-3 / 0.5);
    EXPECT_TRUE(says(semicolons.points[0], "means of several runs"));
    const Profile numbers = import_text("n.csv",
                                        "5,,cpu/event=0xc7,umask=0x1/u,1000,100.00,,\n"
                                        "7,,uncore_imc_1/cas_count_read/,1000,100.00,,\n"
                                        "8,,uncore_imc_0/cas_count_read/,1000,100.00,,\n");
    EXPECT_EQ(numbers.points.at(0).records, 3u);
    EXPECT_DOUBLE_EQ(*bytes_at(numbers.points[0], Level::DRAM)->read, 15 * 64);
    EXPECT_FALSE(numbers.points[0].seconds);
    EXPECT_TRUE(says(numbers.points[0], "duration_time"));
}

TEST(PerfStat, NotSupportedIsMissingAndNeverZero) {
    const Profile profile = import_text("n.csv",
                                        "0.57,msec,task-clock,571822,100.00,0.382,CPUs utilized\n"
                                        "<not supported>,,fp_arith_inst_retired.scalar_double,0,100.00,,\n");
    EXPECT_TRUE(profile.points.at(0).flops.empty());
    EXPECT_NEAR(*profile.points[0].seconds, 0.57e-3 / 0.382, 1e-12);
}

TEST(PerfStat, CountsThatSomeRowsLackAreLowerBounds) {
    const std::string event = "uncore_imc_0/cas_count_read/,1000,100.00,,\n";
    const Profile some = import_text("c.csv", "S0,1,10,," + event + "S1,1,<not counted>,," + event);
    EXPECT_DOUBLE_EQ(bytes_at(some.points.at(0), Level::DRAM)->count, 640);
    EXPECT_TRUE(bytes_at(some.points[0], Level::DRAM)->at_least);
    EXPECT_FALSE(bytes_at(some.points[0], Level::DRAM)->read) << "what is told apart is exact";
    EXPECT_TRUE(says(some.points[0], "not counted in all of the rows"));
    const Profile all = import_text("c.csv", "S0,1,10,," + event + "S1,1,5,," + event);
    EXPECT_FALSE(says(all.points.at(0), "not counted in all of the rows"));
    // A thread that never ran on the other kind of core lacks nothing.
    const Profile hybrid =
        import_text("h.csv",
                    "100,,cpu_core/fp_arith_inst_retired.scalar_double/,1000,100.00,,\n"
                    "<not counted>,,cpu_atom/fp_arith_inst_retired.scalar_double/,0,0.00,,\n");
    EXPECT_DOUBLE_EQ(flops_of(hybrid.points.at(0), Dtype::f64), 100);
    EXPECT_FALSE(says(hybrid.points[0], "not counted in all of the rows"));
}

TEST(PerfStat, TheProgramsOwnOutputHidesNoRow) {
    const Profile profile = import_text("o.csv",
                                        "he said \"go\r\n"
                                        "\"and, went,\r\n"
                                        "12,,fp_ret_sse_avx_ops.all:u,1000,100.00,,\r\n"
                                        "7,,fp_ret_sse_avx_ops.all:k,1000,100.00\r\n");
    EXPECT_DOUBLE_EQ(flops_of(profile.points.at(0), Dtype::unknown), 19);
    EXPECT_EQ(profile.points[0].records, 2u);
    EXPECT_TRUE(profile.rejected.empty());
}

TEST(PerfStat, NamesWhatPerfRecordWrote) {
    const std::string error = import_error("perf.data", std::string("PERFILE2\0\1", 10));
    EXPECT_NE(error.find("binary"), std::string::npos) << error;
    EXPECT_NE(error.find("perf stat -x,"), std::string::npos) << error;
}

TEST(PerfStat, AsksWhichCommaIsWhich) {
    const std::string error = import_error(
        "c.csv", "0,57,msec,task-clock,571822,100,00,0,382,CPUs utilized\n12,,cycles,571822,100,00,,\n");
    EXPECT_NE(error.find("which is which"), std::string::npos) << error;
    EXPECT_NE(error.find("LC_ALL=C"), std::string::npos);
}

TEST(PerfStat, SaysWhyThereAreNoCounters) {
    EXPECT_NE(import_error("e.csv", "# started on Mon Jun 1\n\n").find("wrote no counter"),
              std::string::npos);
    const std::string error = import_error(
        "e.csv",
        "# started on Mon Jun 1\n\nAccess to performance monitoring is limited. perf_event_paranoid\n");
    EXPECT_NE(error.find("it says \"Access to performance"), std::string::npos) << error;
    const std::string two_lines =
        import_error("e.csv", "# started on Mon Jun 1\n\nError:\nNo permission to enable cycles event.\n");
    EXPECT_NE(two_lines.find("it says \"No permission"), std::string::npos) << two_lines;
}

TEST(PerfStat, ARowThatBreaksOffIsNotLost) {
    const std::string whole = "1000000000,ns,duration_time,1000,100.00,,\n";
    for (const char* cut :
         {"1000,,fp_ret_sse_avx_ops.all", "1000,,fp_ret_sse", "<not counted>,,fp", "1000,,"}) {
        const Profile profile = import_text("c.csv", whole + cut);
        ASSERT_EQ(profile.rejected.size(), 1u) << cut;
        EXPECT_NE(profile.rejected[0].reason.find("breaks off"), std::string::npos);
    }
    EXPECT_TRUE(import_text("c.csv", "7,seven,of the program\n" + whole).rejected.empty());
}

TEST(PerfStat, ColonsSeparateAndModify) {
    const Profile profile = import_text(
        "c.csv", "1000000000:ns:duration_time:1000:100.00::\n7::fp_ret_sse_avx_ops.all:u:1000:100.00::\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 7);
}

TEST(PerfStat, SpacesGroupThousandsInText) {
    const Profile profile = import_text("t.txt",
                                        " Performance counter stats for 'a':\n\n"
                                        "        1 012 345      fp_ret_sse_avx_ops.all\n\n"
                                        "       1,001234567 seconds time elapsed\n");
    EXPECT_DOUBLE_EQ(flops_of(profile.points.at(0), Dtype::unknown), 1012345);
}

TEST(PerfStat, TextWithoutATimeShowsItsDecimalSignByItsThousands) {
    const Profile german = import_text("t.txt",
                                       " Performance counter stats for 'a':\n\n"
                                       "           12.345      fp_ret_sse_avx_ops.all\n"
                                       "    3.642.649.330      cycles\n");
    EXPECT_DOUBLE_EQ(flops_of(german.points.at(0), Dtype::unknown), 12345);
    const Profile english = import_text("t.txt",
                                        " Performance counter stats for 'a':\n\n"
                                        "           12,345      fp_ret_sse_avx_ops.all\n");
    EXPECT_DOUBLE_EQ(flops_of(english.points.at(0), Dtype::unknown), 12345);
}

TEST(PerfStat, TextOfIntervalsAndSockets) {
    const Profile profile = import_text("i.txt",
                                        "#           time             counts unit events\n"
                                        "     1.000100000            1,000      fp_ret_sse_avx_ops.all\n"
                                        "     2.000200000      <not counted>      fp_ret_sse_avx_ops.all\n");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 1000);
    EXPECT_TRUE(profile.points[1].flops.empty());
    EXPECT_NEAR(*profile.points[1].seconds, 1.0001, 1e-9);
}

}  // namespace
}  // namespace mansard::analyzer
