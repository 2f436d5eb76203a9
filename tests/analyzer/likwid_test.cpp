#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

#include "analyzer/analyze.hpp"
#include "analyzer/join_runs.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(LikwidPerfctr, GroupsOfOneRegionFromTwoRunsAreOnePoint) {
    const Profile profile = import_fixture("likwid_regions.csv");
    EXPECT_EQ(profile.format, "likwid-perfctr");
    EXPECT_EQ(profile.device, "Example(R) CPU, four cores @ 2.00GHz");
    EXPECT_EQ(profile.records, 2u);
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "solve, lower");
    EXPECT_EQ(point.threads, 2);
    EXPECT_EQ(point.records, 2u);
    // The longest thread's time, never the sum; the counts are sums, never the STAT rows besides.
    EXPECT_DOUBLE_EQ(*point.seconds, 2.0);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f64), 150 * 2 + 1500 + 10 * 4 + 2 * 8);
    EXPECT_DOUBLE_EQ(*point.details->clock_hz, 2e9);
    // The second run called the region twice as often. A channel was not counted: what the
    // others wrote is a lower bound, and not told apart.
    ASSERT_NE(bytes_at(point, Level::DRAM), nullptr);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::DRAM)->read, 2000 * 64 / 2);
    EXPECT_FALSE(bytes_at(point, Level::DRAM)->written);
    EXPECT_EQ(bytes_at(point, Level::DRAM)->basis, Basis::traffic);
    EXPECT_TRUE(bytes_at(point, Level::DRAM)->at_least);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, (2000 + 500) * 64 / 2);
    EXPECT_TRUE(says(point, "a channel of memory was not counted"));
}

TEST(LikwidPerfctr, GroupsThatTakeTurnsAreExtrapolated) {
    const Profile profile = import_fixture("likwid_tables.txt");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "whole program");
    EXPECT_DOUBLE_EQ(*point.seconds, 2.0);
    // Zen's counter of FLOPs knows no types, whatever the group is called.
    EXPECT_NEAR(flops_of(point, Dtype::unknown), 30e6 * 2.0 / 1.5, 1);
    EXPECT_NEAR(bytes_at(point, Level::DRAM)->count, 64e6 * 2.0 / 0.5, 1);
    EXPECT_DOUBLE_EQ(*point.details->coverage, 0.25);
}

constexpr std::string_view two_counters =
    "STRUCT,Info,3\nCPU name:,A CPU\nTABLE,Region a,Group 1 Raw,FLOPS_DP,2\nRegion Info,Core 0,Core 1\n"
    "RDTSC Runtime [s],1.0,2.0\ncall count,1,1\nEvent,Counter,Core 0,Core 1\n"
    "FP_ARITH_INST_RETIRED_SCALAR_DOUBLE,PMC0,10,10\n"
    "FP_ARITH_INST_RETIRED_512B_PACKED_DOUBLE,PMC1,7000,7000\n";

TEST(LikwidPerfctr, ATableThatBreaksOffIsNoSmallerCount) {
    EXPECT_DOUBLE_EQ(flops_of(import_text("l.csv", two_counters).points.at(0), Dtype::f64), 20 + 8 * 14000);
    for (const auto& [cut, reason] : std::initializer_list<std::pair<std::size_t, std::string_view>>{
             {6, "in line 9"},
             {10, "in line 9"},
             {20, "1 of its 2"},
             {two_counters.size() - two_counters.find("FP_ARITH_INST_RETIRED_512"), "1 of its 2"},
             {two_counters.size() - two_counters.find("call count"), "before its counters"}}) {
        const Profile profile = import_text("l.csv", two_counters.substr(0, two_counters.size() - cut));
        EXPECT_TRUE(profile.points.empty()) << cut;
        ASSERT_EQ(profile.rejected.size(), 1u) << cut;
        EXPECT_NE(profile.rejected[0].reason.find(reason), std::string::npos) << profile.rejected[0].reason;
    }
    // Nothing tells whether "700" was "7000".
    const Profile doubtful = import_text("l.csv", two_counters.substr(0, two_counters.size() - 2));
    EXPECT_EQ(codes(doubtful.notes), "truncated");
}

TEST(LikwidPerfctr, ATableOfCharactersEndsWithARuler) {
    const std::string table =
        "CPU type:\tA\nCPU clock:\t2 GHz\nRegion a, Group 1: FLOPS_DP\n"
        "+---+---+---+\n| Region Info | Core 0 | Core 1 |\n+---+---+---+\n| RDTSC Runtime [s] | 1.0 | 2.0 |\n"
        "+---+---+---+\n| Event | Counter | Core 0 | Core 1 |\n+---+---+---+\n"
        "| FP_ARITH_INST_RETIRED_SCALAR_DOUBLE | PMC0 | 10 | 10 |\n";
    EXPECT_TRUE(import_text("l.txt", table).points.empty());
    EXPECT_TRUE(import_text("l.txt", table + "| FP_ARITH_INST_RE").points.empty());
    EXPECT_EQ(import_text("l.txt", table + "+---+---+---+\n").points.size(), 1u);
}

TEST(LikwidPerfctr, ACounterThatSomeThreadsLackIsALowerBound) {
    std::string text(two_counters);
    text.replace(text.find("7000,7000"), 9, "7000,nan");
    EXPECT_TRUE(says(import_text("l.csv", text).points.at(0), "not counted on all of the threads"));
}

/// A group of one region, one second long, with rows of two threads.
std::string group_of(std::string_view group, std::initializer_list<std::string_view> rows) {
    std::string out = fmt::format(
        "STRUCT,Info,3\nCPU name:,A CPU\nTABLE,Region a,Group 1 Raw,{},{}\nRegion Info,HWThread 0,HWThread "
        "1\n"
        "RDTSC Runtime [s],1.0,1.0\ncall count,1,1\nEvent,Counter,HWThread 0,HWThread 1\n",
        group, rows.size());
    for (const std::string_view row : rows) out.append(row).append("\n");
    return out;
}

TEST(LikwidPerfctr, AChannelThatItsThreadLacksIsNoZero) {
    for (const std::string_view missing : {"-", "nan"}) {
        const std::string row = fmt::format("CAS_COUNT_RD,MBOX1C0,{},0", missing);
        const Profile profile = import_text(
            "c.csv", group_of("MEM", {"CAS_COUNT_RD,MBOX0C0,1000,0", row, "CAS_COUNT_WR,MBOX0C1,500,0"}));
        const Point& point = profile.points.at(0);
        EXPECT_TRUE(bytes_at(point, Level::DRAM)->at_least);
        EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 1500 * 64);
        EXPECT_TRUE(says(point, "a channel of memory was not counted"));
    }
    // Threads that have no counter of the uncore lack none.
    const Profile whole =
        import_text("w.csv", group_of("MEM", {"CAS_COUNT_RD,MBOX0C0,1000,-", "CAS_COUNT_RD,MBOX1C0,0,-",
                                              "CAS_COUNT_WR,MBOX0C1,500,-"}));
    EXPECT_FALSE(bytes_at(whole.points.at(0), Level::DRAM)->at_least);
    EXPECT_TRUE(whole.points[0].notes.empty());
}

TEST(LikwidPerfctr, HalvesOfTheMemorysChannelsAdd) {
    const std::string flops = group_of("FLOPS_DP", {"RETIRED_SSE_AVX_FLOPS_ALL,PMC2,1000,0"});
    const std::string low = group_of("MEM1", {"DRAM_CHANNEL_0,DFC0,10,0", "DRAM_CHANNEL_1,DFC1,10,0",
                                              "DRAM_CHANNEL_2,DFC2,10,0", "DRAM_CHANNEL_3,DFC3,10,0"});
    const std::string high = group_of("MEM2", {"DRAM_CHANNEL_4,DFC0,20,0", "DRAM_CHANNEL_5,DFC1,20,0",
                                               "DRAM_CHANNEL_6,DFC2,20,0", "DRAM_CHANNEL_7,DFC3,20,0"});
    for (const auto& [text, lines, whole] : {std::tuple(flops + low, 40, false),
                                             {flops + high, 80, false},
                                             {flops + low + high, 120, true},
                                             {high + low, 120, true}}) {
        const Profile profile = import_text("z.csv", text);
        ASSERT_EQ(profile.points.size(), 1u);
        const ByteCount& bytes = *bytes_at(profile.points[0], Level::DRAM);
        EXPECT_DOUBLE_EQ(bytes.count, lines * 64.0);
        EXPECT_EQ(bytes.at_least, !whole);
        EXPECT_EQ(says(profile.points[0], "channels"), !whole);
        EXPECT_FALSE(says(profile.points[0], "left out"));
    }
    const Scratch scratch;
    std::vector<Profile> files;
    int number = 0;
    for (const std::string& text : {flops, low, high}) {
        const auto path = scratch.write(fmt::format("{}.csv", number++), text);
        files.push_back(find_importer(path, "").import(path, {}));
    }
    join_profiles(files);
    ASSERT_EQ(files[0].points.size(), 1u);
    EXPECT_TRUE(files[1].points.empty());
    EXPECT_TRUE(files[2].points.empty());
    EXPECT_DOUBLE_EQ(bytes_at(files[0].points[0], Level::DRAM)->count, 120 * 64);
    EXPECT_FALSE(bytes_at(files[0].points[0], Level::DRAM)->at_least);
    // A channel lost in one half is lost in both.
    const std::string lame = group_of("MEM1", {"DRAM_CHANNEL_0,DFC0,10,0", "DRAM_CHANNEL_1,DFC1,-,0",
                                               "DRAM_CHANNEL_2,DFC2,10,0", "DRAM_CHANNEL_3,DFC3,10,0"});
    EXPECT_TRUE(bytes_at(import_text("l.csv", lame + high).points.at(0), Level::DRAM)->at_least);
}

TEST(LikwidPerfctr, VersionFourNamesTheRegionInItsStruct) {
    const Profile profile = import_text("v4.csv", R"(STRUCT,Info,5,
1,MEM,loop,
Region Info,Core 0,
RDTSC Runtime [s],1.5e-01,
call count,1,
CPU clock,2400.0 MHz,
TABLE,Group 1 Raw,MEM,2,
Event,Counter,Core 0,
CAS_COUNT_RD,MBOX0C0,3.57e+07,
CAS_COUNT_WR,MBOX0C1,1e+07,
TABLE,Group 1 Metric,MEM,1,
Metric,Core 0,
Runtime (RDTSC) [s],0.15,
)");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.points[0].name, "loop");
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 0.15);
    EXPECT_DOUBLE_EQ(profile.points[0].bytes.at(0).count, 4.57e7 * 64);
    EXPECT_TRUE(profile.points[0].flops.empty());
}

TEST(LikwidPerfctr, UnknownEventsFallBackToItsMetrics) {
    const Profile profile = import_text("new.csv", R"(TABLE,Region r,Group 1 Raw,FLOPS_SP,1
Region Info,HWThread 0,HWThread 1
RDTSC Runtime [s],2.000000,1.000000
call count,1,1
Event,Counter,HWThread 0,HWThread 1
SOME_NEW_EVENT,PMC0,5,6
TABLE,Region r,Group 1 Metric,FLOPS_SP,2
Metric,HWThread 0,HWThread 1
SP [MFLOP/s],100,200
L2 data volume [GBytes],0.5,0.25
)");
    const Point& point = profile.points.at(0);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f32), 100e6 * 2 + 200e6 * 1);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L2)->count, 0.75e9);
    EXPECT_TRUE(says(point, "rounded metric"));
}

TEST(LikwidPerfctr, TheTimeWithMostDigitsIsTaken) {
    const auto seconds = [](const std::string& info, const std::string& metric) {
        return *import_text("t.csv",
                            "TABLE,Region r,Group 1 Raw,X,1\nRegion Info,Core 0\nRDTSC Runtime [s]," + info +
                                "\ncall count,1\nEvent,Counter,Core 0\nCYCLES,FIXC0,5\n" +
                                "TABLE,Region r,Group 1 Metric,X,1\nMetric,Core 0\nRuntime (RDTSC) [s]," +
                                metric + "\n")
                    .points.at(0)
                    .seconds;
    };
    EXPECT_DOUBLE_EQ(seconds("0.000015", "1.546768e-05"), 1.546768e-05);
    EXPECT_DOUBLE_EQ(seconds("0.044718", "0.0447"), 0.044718);
}

TEST(LikwidPerfctr, SaysWhatLikwidSays) {
    const std::string error = import_error("e.txt",
                                           "CPU name:\tX\nCPU type:\tY\nCPU clock:\t2 GHz\n"
                                           "ERROR: No access to \x1b[31mMSRs\n");
    EXPECT_NE(error.find("No access to \\x1b[31mMSRs"), std::string::npos) << error;
}

TEST(LikwidPerfctr, FilesOfTwoRunsAreJoinedWhenAnalyzed) {
    const auto file = [](const std::string& group, const std::string& events, double seconds) {
        return import_text(group + ".csv", "TABLE,Region r,Group 1 Raw," + group +
                                               ",1\nRegion Info,Core 0\nRDTSC Runtime [s]," +
                                               std::to_string(seconds) +
                                               "\ncall count,1\nEvent,Counter,Core 0\n" + events);
    };
    std::vector<Profile> profiles;
    profiles.push_back(file("MEM", "CAS_COUNT_RD,MBOX0C0,10\nCAS_COUNT_WR,MBOX0C1,5\n", 1.3));
    profiles.push_back(file("FLOPS_DP",
                            "FP_ARITH_INST_RETIRED_SCALAR_DOUBLE,PMC0,7\n"
                            "FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE,PMC1,0\n",
                            1.0));
    profiles.push_back(file("L3", "L2_LINES_IN_ALL,PMC0,20\nL2_TRANS_L2_WB,PMC1,1\n", 1.0));
    // Another run that counts what is known already stays a point of its own.
    profiles.push_back(file("L3", "L2_LINES_IN_ALL,PMC0,21\nL2_TRANS_L2_WB,PMC1,1\n", 1.0));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    ASSERT_EQ(analysis.points.size(), 2u);
    const Point& point = analysis.points[0].point;
    EXPECT_DOUBLE_EQ(*point.seconds, 1.0);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f64), 7);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 960);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L3)->count, 21 * 64);
    EXPECT_TRUE(says(point, "took 1.30 × the time"));
    EXPECT_EQ(analysis.summary.in, 4u);
    EXPECT_EQ(analysis.summary.placed, 4u);
    EXPECT_NE(codes(analysis.notes).find("runs_joined"), std::string::npos);
}

TEST(LikwidPerfctr, FilesWithVeryDifferentTimesAreNotJoinedAndSaidToBe) {
    const auto analysis_of = [](double seconds, int calls) {
        const auto file = [](const std::string& group, const std::string& events, double time, int count) {
            return import_text(group + ".csv", "TABLE,Region r,Group 1 Raw," + group +
                                                   ",1\nRegion Info,Core 0\nRDTSC Runtime [s]," +
                                                   std::to_string(time) + "\ncall count," +
                                                   std::to_string(count) + "\nEvent,Counter,Core 0\n" +
                                                   events);
        };
        std::vector<Profile> profiles;
        profiles.push_back(file("FLOPS_DP",
                                "FP_ARITH_INST_RETIRED_SCALAR_DOUBLE,PMC0,7\n"
                                "FP_ARITH_INST_RETIRED_128B_PACKED_DOUBLE,PMC1,0\n",
                                1, 4));
        profiles.push_back(file("MEM", "CAS_COUNT_RD,MBOX0C0,10\nCAS_COUNT_WR,MBOX0C1,5\n", seconds, calls));
        return analyze(std::move(profiles), std::nullopt, {});
    };
    EXPECT_EQ(analysis_of(1.9, 4).points.size(), 1u);
    EXPECT_EQ(analysis_of(3.8, 8).points.size(), 1u) << "twice as many calls";
    for (const double seconds : {0.4, 10.0}) {
        const Analysis analysis = analysis_of(seconds, 4);
        ASSERT_EQ(analysis.points.size(), 2u);
        const auto note = std::find_if(analysis.notes.begin(), analysis.notes.end(),
                                       [](const Note& one) { return one.code == "not_joined"; });
        ASSERT_NE(note, analysis.notes.end());
        EXPECT_EQ(note->severity, Severity::warning);
        for (const char* part : {"\"r\", 250 ms in", "FLOPS_DP.csv and ",
                                 seconds == 10 ? "2.50 s in" : "100 ms in", "MEM.csv for each call"})
            EXPECT_NE(note->text.find(part), std::string::npos) << part << "\n" << note->text;
        EXPECT_NE(note->remedy.find("same input"), std::string::npos) << note->remedy;
    }
}

TEST(LikwidBench, ReportsWithCountersOfItsRegion) {
    const Profile profile = import_fixture("likwid_bench.txt");
    EXPECT_EQ(profile.format, "likwid-bench");
    ASSERT_EQ(profile.points.size(), 1u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.name, "copy_sp_avx");
    EXPECT_EQ(point.threads, 2);
    EXPECT_DOUBLE_EQ(point.calls, 100);
    EXPECT_DOUBLE_EQ(*point.seconds, 5e-4);
    EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f32), 0);
    EXPECT_EQ(bytes_at(point, Level::L1)->basis, Basis::architectural);
    EXPECT_DOUBLE_EQ(*bytes_at(point, Level::L1)->written, 396800);
    EXPECT_DOUBLE_EQ(bytes_at(point, Level::L2)->count, 150 * 64);
    EXPECT_TRUE(says(point, "Sanitizing"));
}

TEST(LikwidBench, ImplausibleCountersOfTheProcessAreRejected) {
    const Profile profile = import_text("b.out", R"(LIKWID MICRO BENCHMARK
Test: triad
Using 1 threads
Time:			4.0 sec
Iterations per thread:	100
Size (Byte):		1000000000
Number of Flops:	6250000000
Data volume (Byte):	100000000000
Group 1: MEM
|             Event            | Counter |    Core 0   |
| DATA_FROM_LOCAL_DRAM_CHANNEL |   DFC0  |      918141 |
|  DATA_TO_LOCAL_DRAM_CHANNEL  |   DFC1  |      885387 |
)");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(bytes_at(profile.points[0], Level::DRAM), nullptr);
    EXPECT_TRUE(says(profile.points[0], "an intensity of 54.1 FLOP/B: implausible"));
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].reason.find("whole process"), std::string::npos);
}

TEST(LikwidBench, AReportThatBreaksOffIsRejected) {
    const Profile profile =
        import_text("b.out", "LIKWID MICRO BENCHMARK\nTest: triad\nUsing 1 threads\nCycles: 5\n");
    EXPECT_EQ(profile.points.size(), 0u);
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "triad");
}

}  // namespace
}  // namespace mansard::analyzer
