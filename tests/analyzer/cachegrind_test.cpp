#include <gtest/gtest.h>

#include "tests/analyzer/fixture.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// A file of one function with the counts "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw" of `lines`.
std::string one_function(const std::string& lines, const std::string& after = "") {
    return "desc: I1 cache: 32768 B, 64 B, 8-way associative\n"
           "desc: D1 cache: 32768 B, 64 B, 8-way associative\n"
           "desc: LL cache: 8388608 B, 64 B, 16-way associative\n"
           "cmd: ./a\nevents: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=a.c\nfn=f\n" +
           lines + after;
}

TEST(Cachegrind, MissesTimesTheLineAreBytesByFunction) {
    const Profile profile = import_fixture("cachegrind.out");
    EXPECT_EQ(profile.format, "cachegrind");
    EXPECT_EQ(profile.records, 5u);
    ASSERT_EQ(profile.points.size(), 4u);
    // Its own lines and those of what was inlined into it, read and written.
    const Point* dot = point_named(profile, "linear::dot");
    ASSERT_NE(dot, nullptr);
    EXPECT_DOUBLE_EQ(bytes_at(*dot, Level::L2)->count, (1 + 150 + 24) * 64);
    EXPECT_DOUBLE_EQ(bytes_at(*dot, Level::DRAM)->count, (1 + 15 + 2) * 128);
    EXPECT_DOUBLE_EQ(*bytes_at(*dot, Level::DRAM)->read, (1 + 15 + 2) * 128);
    EXPECT_FALSE(bytes_at(*dot, Level::DRAM)->written);
    EXPECT_EQ(bytes_at(*dot, Level::L2)->how, How::simulated);
    EXPECT_EQ(bytes_at(*dot, Level::L2)->basis, Basis::traffic);
    EXPECT_FALSE(dot->seconds);
    EXPECT_TRUE(dot->flops.empty());
    EXPECT_DOUBLE_EQ(dot->details->metrics.at(0).value, 1600);
    // A dot is 0, and so is what the line ends before.
    EXPECT_DOUBLE_EQ(bytes_at(*point_named(profile, "product_tiled"), Level::DRAM)->count, 0);
    EXPECT_EQ(codes(profile.notes), "simulated");
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_EQ(profile.rejected[0].name, "linear::product_broken(int)");
    EXPECT_NE(profile.rejected[0].record.find("line 19"), std::string::npos) << profile.rejected[0].record;
}

TEST(Cachegrind, WhatMovesMostComesFirstAndTheWholeIsTheSummary) {
    const Profile profile = import_fixture("cachegrind.out");
    EXPECT_EQ(profile.points.at(0).name, "_dl_relocate_object");
    ASSERT_EQ(profile.program.size(), 1u);
    EXPECT_DOUBLE_EQ(bytes_at(profile.program[0], Level::L2)->count, (7 + 198 + 30) * 64);
    ASSERT_EQ(profile.caches.size(), 2u);
    EXPECT_DOUBLE_EQ(profile.caches[1].bytes, 8388608);
}

TEST(Cachegrind, AFileThatBreaksOffOrDoesNotAddUpSaysSo) {
    const std::string counts = "1 9 1 1 5 4 3 2 1 1\n";
    EXPECT_EQ(codes(import_text("c.out", one_function(counts)).notes), "simulated truncated");
    EXPECT_EQ(codes(import_text("c.out", one_function(counts, "summary: 9 1 1 5 4 3 2 1 1\n")).notes),
              "simulated");
    EXPECT_EQ(codes(import_text("c.out", one_function(counts, "summary: 8 1 1 5 4 3 2 1 1\n")).notes),
              "simulated total_differs");
}

TEST(Cachegrind, CountsThatAreNoneRejectTheirFunction) {
    for (const std::string line : {"1 9 1 1 5 4 3 2 1 -1\n", "1 9 1 1 5 4 3 2 1 1 7\n", "1 1e3\n",
                                   "1 99999999999999999999999\n", "noise\x1b[31m in the file\n"}) {
        const Profile profile = import_text("c.out", one_function("2 1\n" + line));
        EXPECT_TRUE(profile.points.empty()) << line;
        ASSERT_EQ(profile.rejected.size(), 1u) << line;
        EXPECT_EQ(profile.rejected[0].reason.find('\x1b'), std::string::npos);
    }
}

TEST(Cachegrind, CountsBeforeAnyFunctionAreNobodys) {
    const Profile profile = import_text(
        "c.out",
        "desc: I1 cache: 32768 B, 64 B\ndesc: D1 cache: 32768 B, 64 B\ndesc: LL cache: 32768 B, 64 B\n"
        "events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n1 1\nfl=a.c\nfn=f\n1 2\n");
    EXPECT_EQ(profile.points.size(), 1u);
    ASSERT_EQ(profile.rejected.size(), 1u);
    EXPECT_NE(profile.rejected[0].reason.find("no function"), std::string::npos);
}

TEST(Cachegrind, AnotherOrderOfEventsAndBranches) {
    const Profile profile = import_text(
        "c.out",
        "desc: I1 cache: 1024 B, 32 B\ndesc: D1 cache: 1024 B, 32 B\ndesc: LL cache: 4096 B, 64 B\n"
        "events: Bc Bcm Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw\nfn=f\n1 100 9 50 20 10 1 2 3 4 5 6\n");
    EXPECT_DOUBLE_EQ(bytes_at(profile.points.at(0), Level::L2)->count, (1 + 2 + 3) * 32);
    EXPECT_DOUBLE_EQ(bytes_at(profile.points[0], Level::DRAM)->count, (4 + 5 + 6) * 64);
}

TEST(Cachegrind, FilesThatAreNoneAreToldWhatToGive) {
    const auto refusal = [](const std::string& text) { return import_error("c.out", text); };
    const std::string no_caches =
        refusal("desc: D1 cache: 1 B, 64 B\ncmd: ./a\nevents: Ir\nfl=a.c\nfn=f\n1 2\n");
    EXPECT_NE(no_caches.find("--cache-sim=yes"), std::string::npos) << no_caches;
    const std::string unknown_line =
        refusal("events: Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\nfl=a.c\nfn=f\n1 2\nsummary: 2\n");
    EXPECT_NE(unknown_line.find("which caches"), std::string::npos) << unknown_line;
    const std::string difference = refusal(
        "desc: Files compared:   a; b\ncmd:  ./a; ./a\nevents:  Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw\n"
        "fl=a.c\nfn=f\n0 -1 0 0 0 0 0 0 0 0\n");
    EXPECT_NE(difference.find("cg_diff"), std::string::npos) << difference;
    const std::string annotated = refusal(
        "I1 cache: 32768 B\nCommand: ./a\nData file: cachegrind.out.1\nEvents recorded: Ir\n9 (100%) PROGRAM "
        "TOTALS\n");
    EXPECT_NE(annotated.find("itself"), std::string::npos) << annotated;
    const std::string sibling = refusal("# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n");
    EXPECT_NE(sibling.find("--tool=cachegrind"), std::string::npos) << sibling;
    EXPECT_NE(refusal("events: Ir\nfl=a\n").find("no functions"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
