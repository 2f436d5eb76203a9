#include "analyzer/nvidia/ncu_text.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "core/error.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;
using nvidia::parse_kernel_line;
using nvidia::parse_section_row;

Profile import_fixture(const std::string& name) {
    const std::filesystem::path path =
        std::filesystem::path(MANSARD_SOURCE_DIR "/tests/data/analyzer") / name;
    return find_importer(path, "").import(path, {});
}

TEST(NcuText, KernelLinesOfEveryVersion) {
    const auto now = parse_kernel_line(
        "  void f<int, std::pair<a, b>>(int, const char (*)(int, int)) (2, 3, 4)x(8, 8, 1), Context 1, "
        "Stream 7, Device 0, CC 8.9");
    ASSERT_TRUE(now);
    EXPECT_EQ(now->name, "void f<int, std::pair<a, b>>(int, const char (*)(int, int))");
    EXPECT_EQ(now->grid, "2,3,4");
    EXPECT_EQ(now->block, "8,8,1");
    EXPECT_DOUBLE_EQ(now->compute_capability, 8.9);
    EXPECT_DOUBLE_EQ(now->invocations, 0);
    const auto old =
        parse_kernel_line("  g(float*, <unnamed>::x), 2022-Jun-08 16:31:17, Context 1, Stream 7");
    ASSERT_TRUE(old);
    EXPECT_EQ(old->name, "g(float*, <unnamed>::x)");
    EXPECT_EQ(old->grid, "");
    const auto summary =
        parse_kernel_line("  h(int) (1, 1, 1)x(32, 1, 1), Device 0, CC 8.9, Invocations 1,400");
    ASSERT_TRUE(summary);
    EXPECT_EQ(summary->name, "h(int)");
    EXPECT_DOUBLE_EQ(summary->invocations, 1400);
    for (const char* line : {"", "  Section: Occupancy", "  Context 1, Stream 7", "  program says: 1, 2, 3"})
        EXPECT_FALSE(parse_kernel_line(line)) << line;
}

TEST(NcuText, RowsByColumnAndByWord) {
    const std::string ruler = "    ------------ ----------- -------- -------- --------";
    const auto row = parse_section_row("    Duration               us     1.95     2.27     2.07", ruler);
    EXPECT_EQ(row.name, "Duration");
    EXPECT_EQ(row.unit, "us");
    EXPECT_EQ(row.value, "2.07");
    const auto wide =
        parse_section_row("    A name too long for it  cycle 4,374.00 5,139.00 4,661.00", ruler);
    EXPECT_EQ(wide.name, "A name too long for it");
    EXPECT_EQ(wide.value, "4,661.00");
    const auto missing = parse_section_row("    dram__bytes.sum  byte  (!) n/a", "    ------ ---- -----");
    EXPECT_EQ(missing.name, "dram__bytes.sum");
    EXPECT_EQ(missing.unit, "byte");
    EXPECT_EQ(missing.value, "(!) n/a");
}

TEST(NcuText, TwoCapturesOfOneProgramAreOneLaunch) {
    const Profile profile = import_fixture("ncu_log.txt");
    EXPECT_EQ(profile.format, "ncu-text");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_EQ(profile.records, 2u);
    const Point& point = profile.points[0];
    EXPECT_EQ(point.records, 2u);
    EXPECT_EQ(point.name, "void mm<(int)32>(float *, <unnamed>::args)");
    EXPECT_DOUBLE_EQ(*point.seconds, 2.86e-3);
    EXPECT_DOUBLE_EQ(*point.details->clock_hz, 763.55e6);
    EXPECT_DOUBLE_EQ(point.flops.at(0).count, 2 * 5122560000.0);
    for (const ByteCount& bytes : point.bytes)
        if (bytes.level == Level::DRAM)
            EXPECT_DOUBLE_EQ(bytes.count, 32 * (646280 + 11954688.0)) << "sectors are printed in full";
        else
            EXPECT_DOUBLE_EQ(bytes.count, 32 * 26297034.0);
    EXPECT_NE(codes(profile.notes).find("captures_joined"), std::string::npos);
}

TEST(NcuText, TwoRunsWithTheSameMetricsStayTwo) {
    const std::string capture =
        "[1] a@h\n  k(int), Context 1, Stream 7\n    Section: S\n    --- ---- -----\n    Duration  us  "
        "12.50\n"
        "    --- ---- -----\n\n";
    const Profile profile = import_text("two.txt", capture + capture);
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 2);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 25e-6);
}

TEST(NcuText, ARowAtWhichTheFileEndsIsNoSmallerCount) {
    const std::string begin =
        "[5] app@127.0.0.1\n  k(int) (1, 1, 1)x(32, 1, 1), Context 1, Stream 7, Device 0, CC 8.0\n"
        "    Section: Command line profiler metrics\n"
        "    ---------------------- ------ ---------\n"
        "    dram__bytes_write.sum    byte 1,000,000\n"
        "    dram__bytes_read.sum     byte 3,000";
    const Profile cut = import_text("cut.log", begin);
    EXPECT_NE(codes(cut.notes).find("truncated"), std::string::npos);
    ASSERT_EQ(cut.points.at(0).bytes.size(), 1u);
    EXPECT_DOUBLE_EQ(cut.points[0].bytes[0].count, 1e6) << "the writes alone, a lower bound";
    const Profile whole =
        import_text("whole.log", begin + ",000\n    ---------------------- ------ ---------\n");
    EXPECT_EQ(codes(whole.notes).find("truncated"), std::string::npos);
    EXPECT_DOUBLE_EQ(whole.points.at(0).bytes.at(0).count, 4e6);
}

TEST(NcuText, SummariesAndRegions) {
    const Profile profile = import_fixture("ncu_summary.txt");
    ASSERT_EQ(profile.points.size(), 1u);
    EXPECT_DOUBLE_EQ(profile.points[0].calls, 4);
    EXPECT_DOUBLE_EQ(*profile.points[0].seconds, 4 * 2.07e-6);
    EXPECT_EQ(profile.points[0].details->regions, (std::vector<std::string>{"warm up", "solve"}));
    ASSERT_EQ(profile.regions.size(), 2u);
    EXPECT_EQ(profile.regions[1].name, "warm up / solve");
}

TEST(NcuText, ALongLogOfMessagesComesBeforeTheData) {
    std::string text;
    for (int i = 0; i < 3000; ++i)
        text += "==PROF== Profiling \"k\" - " + std::to_string(i) + ": 0%....100% - 1 pass\n";
    text +=
        "[1] a@h\n  k(int), Context 1, Stream 7\n    Section: S\n    --- ---- -----\n    Duration  us  "
        "12.50\n";
    const Profile profile = import_text("long.txt", text);
    EXPECT_EQ(profile.format, "ncu-text");
    EXPECT_EQ(profile.points.size(), 1u);
}

}  // namespace
}  // namespace mansard::analyzer
