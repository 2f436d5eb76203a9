// What these tools write in other locales and versions, and in two files of one program.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/analyze.hpp"
#include "analyzer/delimited.hpp"
#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

TEST(PlainNumber, ACommaIsDecimalUnlessItGroupsOrSeparates) {
    EXPECT_EQ(plain_number("2.150", ','), "2.150");
    EXPECT_EQ(plain_number("2,150", ','), "2150");
    EXPECT_EQ(plain_number("2,150", ';'), "2.150");
    EXPECT_EQ(plain_number("1,234,567", ';'), "1234567");
    EXPECT_EQ(plain_number("1.234,5", ';'), "1234.5");
    EXPECT_EQ(plain_number("1,234.5", ';'), "1234.5");
    EXPECT_EQ(plain_number("1.2.3,4,5", ';'), "1.2.3,4,5") << "no number";
}

TEST(Advisor, DecimalCommasBetweenSemicolons) {
    const Profile profile = import_text("advisor.csv",
                                        "ID;Function Call Sites and Loops;Self Elapsed Time;Self GFLOPS;Self "
                                        "AI\n"
                                        "1;loop;2,500s;5,0;0,25\n");
    EXPECT_DOUBLE_EQ(*profile.points.at(0).seconds, 2.5);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 12.5e9);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::L1)->count, 50e9);
}

TEST(Advisor, RatesTimesTheCpuTimeOfThreadsAreNoCounts) {
    const Profile profile = import_text(
        "advisor.csv",
        "ID,Function Call Sites and Loops,Self Time,Self GFLOPS,Self AI,Self Memory GB,Self GB/s\n"
        "1,two threads,1.5s,4.0,0.25,12.0,16.0\n2,no bytes,1.5s,4.0,0.25,,\n3,a bandwidth,1.5s,,,,16.0\n");
    ASSERT_EQ(profile.points.size(), 3u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 3e9);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::L1)->count, 12e9);
    EXPECT_TRUE(profile.points[1].flops.empty());
    EXPECT_TRUE(profile.points[1].bytes.empty());
    EXPECT_TRUE(says(profile.points[1], "FLOPs left out"));
    EXPECT_TRUE(profile.points[2].bytes.empty());
    EXPECT_TRUE(says(profile.points[2], "bytes left out"));
}

TEST(Vtune, TimesWithTheirUnit) {
    const Profile profile =
        import_text("vtune.csv",
                    "Function\tCPU Time\tHardware Event Count:FP_ARITH_INST_RETIRED.SCALAR_DOUBLE (K)\n"
                    "solve\t2.5s\t1000\nother\t2,5s\t1,000\nbad\t5m\t1\n");
    ASSERT_EQ(profile.points.size(), 2u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2.5);
    EXPECT_DOUBLE_EQ(*profile.points[1].seconds, 2.5);
    EXPECT_EQ(profile.rejected.size(), 1u);
}

TEST(Vtune, MillisecondsAndMillionsInEitherOrder) {
    const std::string event = "Hardware Event Count:FP_ARITH_INST_RETIRED.";
    const Profile profile =
        import_text("vtune.csv", "Function\tCPU Time:Self\t" + event + "SCALAR_DOUBLE:Self (K)\t" + event +
                                     "128B_PACKED_DOUBLE (M):Self\t" + event +
                                     "256B_PACKED_DOUBLE:Self (M)\nsolve\t500.25ms\t1000\t1\t10\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 0.50025);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::f64), 1e6 + 2 * 1e6 + 4 * 10e6);
}

constexpr std::string_view trace =
    "Kind,Agent_Id,Kernel_Name,Dispatch_Id,Start_Timestamp,End_Timestamp,Workgroup_Size_X,Workgroup_Size_Y,"
    "Workgroup_Size_Z,Grid_Size_X,Grid_Size_Y,Grid_Size_Z\n"
    "KERNEL_DISPATCH,Agent 4,k(float*),1,1000,2000,64,1,1,1024,2,1\n"
    "KERNEL_DISPATCH,Agent 4,k(float*),2,3000,4000,64,1,1,1024,2,1\n";

/// Of one call of the trace's kernel, which took so long while it was counted; 0: no times.
std::string counters(int nanoseconds, std::string_view events = "flops") {
    const bool timed = nanoseconds > 0;
    const std::vector<const char*> flops{"SQ_INSTS_VALU_ADD_F32", "SQ_INSTS_VALU_MUL_F32",
                                         "SQ_INSTS_VALU_FMA_F32", "SQ_INSTS_VALU_TRANS_F32"};
    const std::vector<const char*> bytes{"TCC_EA_RDREQ_sum", "TCC_EA_RDREQ_32B_sum", "TCC_EA_WRREQ_sum",
                                         "TCC_EA_WRREQ_64B_sum"};
    std::string out = "Dispatch_Id,Agent_Id,Grid_Size,Kernel_Name,Workgroup_Size,Counter_Name,Counter_Value";
    out += timed ? ",Start_Timestamp,End_Timestamp\n" : "\n";
    for (const char* counter : events == "flops" ? flops : bytes)
        out += std::string("1,Agent 4,2048,k(float*),64,") + counter + ",10" +
               (timed ? ",1000," + std::to_string(1000 + nanoseconds) : "") + "\n";
    return out;
}

TEST(Rocprof, CountersAndATraceOfTheSameKernelAreOnePoint) {
    for (const int timed : {0, 1500, 90000})
        for (const bool trace_first : {true, false}) {
            std::vector<Profile> profiles;
            if (trace_first) profiles.push_back(import_text("t.csv", trace));
            profiles.push_back(import_text("c.csv", counters(timed)));
            if (!trace_first) profiles.push_back(import_text("t.csv", trace));
            const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
            ASSERT_EQ(analysis.points.size(), 1u) << timed << trace_first;
            const Point& point = analysis.points[0].point;
            EXPECT_DOUBLE_EQ(point.calls, 2);
            EXPECT_DOUBLE_EQ(*point.seconds, 2e-6) << "counting slows a kernel down";
            EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f32), 2 * 64 * (10 + 10 + 10 + 2 * 10));
            EXPECT_FALSE(says(point, "time left out"));
            EXPECT_TRUE(says(point, "counts of 1 profiled call, taken for all 2"));
            EXPECT_NEAR(*analysis.summary.seconds_busy, 2e-6, 1e-15);
            EXPECT_EQ(analysis.summary.in, analysis.summary.placed);
        }
}

TEST(Rocprof, SeveralPassesOfCountersTakeTheTimeOfTheTrace) {
    for (const std::size_t place : {0u, 1u, 2u}) {
        std::vector<Profile> profiles;
        profiles.push_back(import_text("f.csv", counters(9000)));
        profiles.push_back(import_text("b.csv", counters(90000, "bytes")));
        profiles.insert(profiles.begin() + static_cast<std::ptrdiff_t>(place), import_text("t.csv", trace));
        const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
        ASSERT_EQ(analysis.points.size(), 1u) << place;
        const Point& point = analysis.points[0].point;
        EXPECT_DOUBLE_EQ(*point.seconds, 2e-6);
        EXPECT_DOUBLE_EQ(flops_of(point, Dtype::f32), 2 * 64 * (10 + 10 + 10 + 2 * 10));
        EXPECT_DOUBLE_EQ(bytes_at(point, Level::DRAM)->count, 2 * 10 * (32 + 64));
        EXPECT_NEAR(*analysis.summary.seconds_busy, 2e-6, 1e-15);
        EXPECT_EQ(codes(analysis.notes).find("not_joined"), std::string::npos);
    }
}

TEST(Rocprof, WithoutATraceCountersOfVeryDifferentTimesStayTwo) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("f.csv", counters(9000)));
    profiles.push_back(import_text("b.csv", counters(90000, "bytes")));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    ASSERT_EQ(analysis.points.size(), 2u);
    const auto note = std::find_if(analysis.notes.begin(), analysis.notes.end(),
                                   [](const Note& one) { return one.code == "not_joined"; });
    ASSERT_NE(note, analysis.notes.end());
    EXPECT_NE(note->remedy.find("--kernel-trace"), std::string::npos) << note->remedy;
}

TEST(Rocprof, KernelsSideBySideHaveSharesBeyondAll) {
    std::string both(trace);
    both += "KERNEL_DISPATCH,Agent 4,m(float*),3,1000,2000,64,1,1,1024,2,1\n";
    std::vector<Profile> profiles;
    profiles.push_back(import_text("t.csv", both));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    const auto note = std::find_if(analysis.notes.begin(), analysis.notes.end(),
                                   [](const Note& one) { return one.code == "shares_overlap"; });
    ASSERT_NE(note, analysis.notes.end());
    EXPECT_NE(note->text.find("3.00 µs"), std::string::npos) << note->text;
    EXPECT_NE(note->text.find("2.00 µs"), std::string::npos) << note->text;
    EXPECT_NE(note->text.find("150 %"), std::string::npos) << note->text;
}

TEST(Rocprof, TwoTracesStayTwo) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("a.csv", trace));
    profiles.push_back(import_text("b.csv", trace));
    const Analysis analysis = analyze(std::move(profiles), std::nullopt, {});
    ASSERT_EQ(analysis.points.size(), 2u);
    EXPECT_NEAR(*analysis.summary.seconds_busy, 4e-6, 1e-15);
}

}  // namespace
}  // namespace mansard::analyzer
