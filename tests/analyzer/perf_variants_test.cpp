// What perf stat writes with other options, in other locales and on other machines.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "tests/analyzer/fixture.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

constexpr const char* flops = "fp_ret_sse_avx_ops.all";

std::string csv_row(const std::string& before, int count) {
    return before + std::to_string(count) + ",," + flops + ",1000000000,100.00,,\n";
}

TEST(PerfVariants, ASummaryOfIntervalsIsNoPoint) {
    const std::string intervals = csv_row("     1.000100000,", 10) + csv_row("     2.000200000,", 20);
    for (const char* before : {"         summary,", ""}) {
        const Profile profile = import_text("i.csv", intervals + csv_row(before, 30));
        EXPECT_EQ(profile.points.size(), 2u) << before;
        ASSERT_EQ(profile.rejected.size(), 1u) << before;
        EXPECT_EQ(profile.rejected[0].reason, "it sums up the intervals, which are points already");
        EXPECT_DOUBLE_EQ(*profile.seconds_wall, 2.0002);
    }
    const Profile another = import_text("i.csv", "# started on Mon Nov 30 2026\n\n" + intervals +
                                                     "# started on Mon Nov 30 2026\n\n" + csv_row("", 30));
    EXPECT_EQ(another.points.size(), 3u) << "a run of its own (--append)";
}

TEST(PerfVariants, ASummaryInTextIsNoPointEither) {
    const std::string intervals =
        "#           time             counts unit events\n"
        "     1.000100000                 10      fp_ret_sse_avx_ops.all\n"
        "     2.000200000                 20      fp_ret_sse_avx_ops.all\n";
    const std::string whole =
        "\n Performance counter stats for './a':\n\n"
        "                30      fp_ret_sse_avx_ops.all\n\n       2.000200000 seconds time elapsed\n";
    const Profile profile = import_text("i.txt", intervals + whole);
    EXPECT_EQ(profile.points.size(), 2u);
    EXPECT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(import_text("i.txt", intervals + "# started on Mon\n" + whole).points.size(), 3u);
}

TEST(PerfVariants, JsonOfALocaleWithDecimalCommas) {
    const Profile profile = import_text(
        "j.json",
        R"({"counter-value" : "5000,000000", "unit" : "", "event" : "fp_ret_sse_avx_ops.all", "event-runtime" : 10, "pcnt-running" : 50,00, "metric-value" : 0,000000, "metric-unit" : ""})"
        "\n"
        R"({"counter-value" : "2000000000,000000", "unit" : "ns", "event" : "duration_time", "event-runtime" : 10, "pcnt-running" : 100,00})"
        "\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 5000);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 2.0);
    EXPECT_DOUBLE_EQ(*profile.points[0].details->coverage, 0.5);
}

TEST(PerfVariants, JsonLaidOutAnew) {
    const std::string object =
        "[\n  {\n    \"counter-value\" : \"5000\",\n    \"unit\" : \"\",\n    \"event\" : "
        "\"fp_ret_sse_avx_ops.all\",\n    \"event-runtime\" : 10,\n    \"pcnt-running\" : 100.00\n  }";
    const Profile profile = import_text("j.json", object + "\n]\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 5000);
    const Profile cut = import_text("j.json", object + ",\n  {\n    \"counter-value\" : \"1\",\n");
    EXPECT_EQ(cut.points.size(), 1u);
    ASSERT_EQ(cut.rejected.size(), 1u);
    EXPECT_EQ(cut.rejected[0].reason, "the object breaks off");
    const Profile lost = import_text(
        "j.json",
        "{\"counter-value\" : \"1\", \"even\n"
        "{\"counter-value\" : \"7\", \"event\" : \"fp_ret_sse_avx_ops.all\", \"pcnt-running\" : 100.00}\n");
    EXPECT_EQ(lost.rejected.size(), 1u) << "what follows a broken line is whole";
    EXPECT_DOUBLE_EQ(flops_of(lost.points.at(0), Dtype::unknown), 7);
}

TEST(PerfVariants, BlanksGroupThousandsBeforeADecimalComma) {
    const Profile profile = import_text("fr.txt",
                                        " Performance counter stats for './a':\n\n"
                                        "     1 000,50 msec task-clock    #    0,999 CPUs utilized\n"
                                        "     5 000 000      fp_ret_sse_avx_ops.all          (50,00%)\n\n"
                                        "       1,001234567 seconds time elapsed\n");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.records, 2u);
    EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::unknown), 5e6);
}

std::string repeated(std::string_view clock, std::string_view time) {
    return fmt::format(
        "\n Performance counter stats for './a.out' (5 runs):\n\n"
        "{}"
        "           100.000      fp_arith_inst_retired.scalar_double         ( +-  0{}1% )\n"
        "{}",
        clock, time.find(',') != std::string_view::npos ? ",0" : ".0", time);
}

TEST(PerfVariants, RepeatedRunsWithDecimalCommas) {
    const std::string time = "           0,61987 +- 0,00123 seconds time elapsed  ( +-  0,40% )\n";
    const std::string clock =
        "          1.205,63 msec task-clock            #    0,981 CPUs utilized            ( +-  0,52% )\n";
    for (const std::string& text : {repeated(clock, time), repeated("", time)}) {
        const Profile profile = import_text("r.txt", text);
        ASSERT_EQ(profile.points.size(), 1u);
        EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 0.61987);
        EXPECT_DOUBLE_EQ(flops_of(profile.points[0], Dtype::f64), 100000);
    }
}

TEST(PerfVariants, ADecimalSignThatNothingTellsIsAskedFor) {
    const std::string head = "\n Performance counter stats for './a.out':\n\n";
    const std::string open = head + "   1.205 MiB  uncore_imc/cas_count_read/\n";
    EXPECT_THROW(import_text("o.txt", open), Error);
    const auto read = [&](DecimalSign sign) {
        return *bytes_at(import_text("o.txt", open, {.decimal = sign}).points.at(0), Level::DRAM)->read;
    };
    EXPECT_DOUBLE_EQ(read(DecimalSign::comma), 1205 * 1048576.0);
    EXPECT_DOUBLE_EQ(read(DecimalSign::point), 1.205 * 1048576.0);
    // Counts are whole: what stands in one groups its thousands, and tells of the rest.
    const Profile counts =
        import_text("c.txt", open + "   100.000      fp_arith_inst_retired.scalar_double\n");
    EXPECT_DOUBLE_EQ(flops_of(counts.points.at(0), Dtype::f64), 100000);
    EXPECT_DOUBLE_EQ(*bytes_at(counts.points[0], Level::DRAM)->read, 1205 * 1048576.0);
    EXPECT_THROW(import_text("d.txt", head + "   100.000      cycles\n   100,000      instructions\n"),
                 Error);
}

TEST(PerfVariants, NumbersThatContradictTheSignAreRejected) {
    const Profile forced = import_text("f.txt", repeated("", "  0,61987 +- 0,00123 seconds time elapsed\n"),
                                       {.decimal = DecimalSign::point});
    EXPECT_FALSE(forced.points.at(0).seconds);
    ASSERT_EQ(forced.rejected.size(), 1u);
    EXPECT_EQ(forced.rejected[0].name, "seconds time elapsed");
}

TEST(PerfVariants, PerfsOwnNamesOfTheMemoryControllersCountBytes) {
    const Profile profile = import_text("b.csv",
                                        "1500000000,ns,duration_time,1500000000,100.00,,\n"
                                        "640000,Bytes,llc_misses.mem_read,1000000,100.00,,\n"
                                        "128000,Bytes,llc_misses.mem_write,1000000,100.00,,\n");
    const ByteCount* bytes = bytes_at(profile.points.at(0), Level::DRAM);
    ASSERT_NE(bytes, nullptr);
    EXPECT_DOUBLE_EQ(*bytes->read, 640000);
    EXPECT_DOUBLE_EQ(*bytes->written, 128000);
    const Profile text = import_text("b.txt",
                                     "\n Performance counter stats for './a':\n\n"
                                     "     640,000 Bytes llc_misses.mem_read\n"
                                     "     128,000 Bytes llc_misses.mem_write\n\n"
                                     "       1.500000000 seconds time elapsed\n");
    EXPECT_DOUBLE_EQ(bytes_at(text.points.at(0), Level::DRAM)->count, 768000);
}

TEST(PerfVariants, AnEventAskedForTwiceCountsOnce) {
    const std::string time = "ns,duration_time,1000000000,100.00,,\n";
    const Profile profile =
        import_text("t.csv", csv_row("", 70) + "1000000000," + time + csv_row("", 72) + "2000000000," + time);
    EXPECT_DOUBLE_EQ(*profile.points.at(0).seconds, 1.0) << "the time is that of the counts";
    EXPECT_DOUBLE_EQ(flops_of(profile.points.at(0), Dtype::unknown), 70);
    EXPECT_TRUE(says(profile.points[0], "more than once"));
    EXPECT_EQ(profile.points[0].records, 4u);
    // Channels of the memory controller go by one name.
    const Profile channels =
        import_text("u.csv", "10,,unc_m_cas_count.rd,5,100.00,,\n20,,unc_m_cas_count.rd,5,100.00,,\n");
    EXPECT_DOUBLE_EQ(*bytes_at(channels.points.at(0), Level::DRAM)->read, 30 * 64);
    const Profile cpus = import_text("a.csv", csv_row("CPU0,", 1) + csv_row("CPU1,", 2));
    EXPECT_DOUBLE_EQ(flops_of(cpus.points.at(0), Dtype::unknown), 3);
}

TEST(PerfVariants, AByteOrderMarkIsNoPartOfALabel) {
    const Profile profile = import_text("b.csv", "\xef\xbb\xbf" + csv_row("CPU0,", 1) + csv_row("CPU1,", 2));
    ASSERT_EQ(profile.regions.size(), 2u);
    EXPECT_EQ(profile.regions[0].name, "CPU0");
}

Analysis analyze_all(std::vector<Profile> profiles, std::string_view vendor = "") {
    std::optional<ceilings::Ceilings> ceilings;
    if (!vendor.empty()) {
        ceilings.emplace(four_cores());
        ceilings->machine.cpu_vendor = vendor;
    }
    return analyze(std::move(profiles), std::move(ceilings), {});
}

std::string remedy_of(const Analysis& analysis, std::string_view code) {
    for (const Note& note : analysis.notes)
        if (note.code == code) return note.remedy;
    return "";
}

Analysis analyze_text(std::string_view content, std::string_view vendor = "") {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("p.csv", content));
    return analyze_all(std::move(profiles), vendor);
}

constexpr std::string_view time_row = "1000000000,ns,duration_time,1000000000,100.00,,\n";

TEST(PerfAdvice, NamesTheEventsThatAreMissing) {
    const Analysis analysis = analyze_text(std::string(time_row) + "7,,cycles,1000000000,100.00,,\n");
    const std::string remedy = remedy_of(analysis, "no_flop_events");
    for (const char* event :
         {"fp_arith_inst_retired.256b_packed_double", "fp_ret_sse_avx_ops.all", "fp_dp_fixed_ops_spec"})
        EXPECT_NE(remedy.find(event), std::string::npos) << remedy;
    EXPECT_NE(remedy_of(analysis, "no_byte_events").find("unc_m_cas_count.rd"), std::string::npos);
}

TEST(PerfAdvice, IsForTheProcessorThatTheEventsTell) {
    const std::string hybrid = std::string(time_row) + "7,,cpu_core/cycles/,1000000000,100.00,,\n";
    const std::string remedy = remedy_of(analyze_text(hybrid), "no_flop_events");
    EXPECT_NE(remedy.find("fp_arith"), std::string::npos) << remedy;
    EXPECT_EQ(remedy.find("fp_ret"), std::string::npos) << remedy;
}

TEST(PerfAdvice, OrTheCeilings) {
    const Analysis analysis =
        analyze_text(std::string(time_row) + "7,,cycles,1000000000,100.00,,\n", "AuthenticAMD");
    EXPECT_EQ(remedy_of(analysis, "no_flop_events"),
              "count them: perf stat -x, -e duration_time,fp_ret_sse_avx_ops.all (AMD Zen)");
}

TEST(PerfAdvice, WhatAnotherFileCountedIsNotMissing) {
    std::vector<Profile> profiles;
    profiles.push_back(import_text("f.csv", std::string(time_row) + csv_row("", 70)));
    profiles.push_back(import_text("m.csv", std::string(time_row) + "10,,unc_m_cas_count.rd,5,100.00,,\n"));
    const Analysis analysis = analyze_all(std::move(profiles));
    EXPECT_EQ(remedy_of(analysis, "no_flop_events"), "");
    EXPECT_EQ(remedy_of(analysis, "no_byte_events"), "");
    ASSERT_EQ(analysis.points.size(), 1u);
}

TEST(PerfAdvice, AMachineWithoutCountersNeedsAnother) {
    const Analysis analysis = analyze_text(std::string(time_row) + "<not supported>,,cycles,0,100.00,,\n");
    EXPECT_NE(remedy_of(analysis, "no_hardware_counters").find("cachegrind"), std::string::npos);
    EXPECT_EQ(remedy_of(analysis, "no_flop_events"), "") << "no event would help";
}

}  // namespace
}  // namespace mansard::analyzer
