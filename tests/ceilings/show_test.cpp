#include "ceilings/show.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "ceilings/build.hpp"
#include "ceilings/table.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

Ceilings example() {
    Series fma = series_of(compute_target(), std::vector<double>(13, 46.8e9));
    for (Block& block : fma.blocks) set_clock(block, 3e9);
    Series store = series_of(memory_target(Level::L2, Pattern::store), std::vector<double>(12, 50e9));
    store.work = {.written_bytes = 1};
    Series faulty = series_of(memory_target(Level::L1), std::vector<double>(13, 100e9));
    faulty.blocks[0].faults = {"checksum"};
    Series absent = series_of(compute_target(Op::fma, Isa::avx512), {});
    absent.absent_reason = "this CPU has no avx512";
    return build(samples_of({fma, store, faulty, absent}));
}

void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
}

TEST(Show, ATerminalGetsWhatItHasRoomFor) {
    const std::string whole = show(example(), Format::text), narrow = show(example(), Format::text, 80);
    expect_parts(whole, {"typical", "kernel", "per cycle"});
    expect_parts(narrow, {"46.8 GFLOP/s", "97.5 %", "measured", "No room for typical", "csv`"});
    EXPECT_NE(whole.find("  kernel\n"), std::string::npos);
    EXPECT_EQ(narrow.find("  kernel\n"), std::string::npos) << "the kernel left";
    EXPECT_NE(show(example(), Format::text, 400).find("  kernel\n"), std::string::npos);
    std::istringstream lines(narrow);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), 80U) << line;
    EXPECT_EQ(show(example(), Format::text, 400).find("No room"), std::string::npos);
    expect_parts(show(example(), Format::text, 10), {"f64 avx2 fma", "46.8 GFLOP/s"});
}

TEST(Show, TextHasTheEvidence) {
    expect_parts(show(example(), Format::text), {"AMD EPYC 7763",
                                                 "2 of 2 cores",
                                                 "cpu compute, one core",
                                                 "f64 avx2 fma",
                                                 "46.8 GFLOP/s",
                                                 "97.5 %",
                                                 "15.6",
                                                 "cpu bandwidth, one core",
                                                 "100 GB/s",
                                                 "(50.0 GB/s – 50.0 GB/s)",
                                                 "few_blocks",
                                                 "suspect",
                                                 "Suspect",
                                                 "cpu.core.bandwidth.L1.load: failed its check: checksum",
                                                 "Absent",
                                                 "this CPU has no avx512",
                                                 "Levels",
                                                 "32 MiB",
                                                 "hwloc",
                                                 "Notes",
                                                 "--plan standard"});
}

TEST(Show, WhatTheSearchFoundByStreamsIsATable) {
    const auto searched = [](const std::string& variant, double value, int final_blocks) {
        Series series =
            series_of(memory_target(Level::L3),
                      std::vector<double>(static_cast<std::size_t>(final_blocks), value), variant);
        series.kernel = "load_avx2_" + variant;
        for (const double rate : {0.9 * value, value})
            series.blocks.insert(series.blocks.begin(), block_of(series.target, rate, 0, Phase::search));
        return series;
    };
    const Ceilings built =
        build(samples_of({searched("s1", 50e9, 0), searched("s2", 62e9, 0), searched("s4", 70e9, 13),
                          searched("s4p16", 68e9, 13), series_of(compute_target(), {1e9})}));
    ASSERT_EQ(built.roofs.size(), 2U);
    EXPECT_EQ(built.roofs[0].kernel, "load_avx2_s4") << "the winner";
    expect_parts(
        show(built, Format::text),
        {"Bandwidth by streams", "cpu.core.bandwidth.L3.load: 1: 50.0 GB/s, 2: 62.0 GB/s, 4: 70.0 GB/s\n"});
    EXPECT_TRUE(built.roofs[1].notes.empty()) << "one variant is no curve";
    EXPECT_EQ(show(example(), Format::text).find("by streams"), std::string::npos);
}

TEST(Show, EveryTextRowHasItsPlace) {
    const std::string text = show(example(), Format::text);
    EXPECT_EQ(text.find('\t'), std::string::npos);
    EXPECT_EQ(text.find(" \n"), std::string::npos) << "no trailing blanks";
}

TEST(Show, MarkdownHasTables) {
    expect_parts(show(example(), Format::md),
                 {"## cpu compute, one core\n\n| roof |", "| f64 avx2 fma | 46.8 GFLOP/s |", "| ---: |",
                  "few\\_blocks"});
}

TEST(Show, CsvHasStableColumnsAndSiNumbers) {
    const std::string csv = show(example(), Format::csv);
    EXPECT_TRUE(
        csv.starts_with("id,value,unit,low,high,interval,typical,per_cycle,bus_value,samples,limit,fraction,"
                        "status,flags,reason,kernel,working_set_bytes,clock_hz,threads\r\n"))
        << csv;
    expect_parts(
        csv, {"cpu.core.compute.f64.avx2.fma,4.68e+10,FLOP/s,", ",ci95,", ",range,",
              "cpu.core.compute.f64.avx512.fma,,FLOP/s,,,,,,,0,,,absent,,this CPU has no avx512,,,,1\r\n"});
    EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 5);
}

TEST(Show, JsonIsTheDocument) {
    EXPECT_EQ(parse_json(show(example(), Format::json), "show"), to_json(example()));
}

TEST(ShowBeside, GivesRatiosAndWhatDiffers) {
    const Ceilings one = example();
    Ceilings other = example();
    *other.roofs[0].value *= 1.5;
    other.machine.microcode = "0xbeef";
    other.roofs.erase(other.roofs.begin() + 1);
    other.roofs.push_back(one.roofs[0]);
    other.roofs.back().id = "cpu.core.compute.f64.avx2.new";
    const std::string text = show_beside({one, "one.json"}, {other, "other.json"}, Format::text);
    expect_parts(text, {"one.json beside other.json", "46.8 GFLOP/s", "70.2 GFLOP/s", "1.500",
                        "measured | not there", "not there | measured", "microcode: 0xa0011d5 and 0xbeef"});
    const Json json = parse_json(show_beside({one, "a"}, {other, "b"}, Format::json), "show");
    ASSERT_EQ(json["roofs"].size(), 5U);
    EXPECT_DOUBLE_EQ(json["roofs"][0]["ratio"].get<double>(), 1.5);
    EXPECT_TRUE(json["roofs"][1]["other"].is_null());
    EXPECT_TRUE(json["roofs"][3]["ratio"].is_null()) << "absent on both sides";
    expect_parts(
        show_beside({one, "a"}, {other, "b"}, Format::csv),
        {"id,unit,value,other_value,ratio,status,other_status,ratio_low,ratio_high,verdict,reason\r\n",
         ",4.68e+10,7.02e+10,1.5,measured,measured"});
    expect_parts(show_beside({one, "a"}, {other, "b"}, Format::md),
                 {"| roof | a | b | ratio | interval | verdict | status | because |"});
}

TEST(ShowBeside, DifferentCoreCountsAreMatchedByName) {
    const Ceilings one = build(samples_of({series_of(memory_target(Level::DRAM, Pattern::load, 2), {10})}));
    const Ceilings other = build(samples_of({series_of(memory_target(Level::DRAM, Pattern::load, 8), {30})}));
    const Json json = parse_json(show_beside({one, "a"}, {other, "b"}, Format::json), "show");
    ASSERT_EQ(json["roofs"].size(), 1U);
    EXPECT_DOUBLE_EQ(json["roofs"][0]["ratio"].get<double>(), 3);
}

TEST(Tables, CellsOfOtherPeoplesFilesAreHarmless) {
    const Table table{.columns = {{"name"}, {"n", Align::right}},
                      .rows = {{"a,\"b\"\nc|d\x1b[31m\xff", "1"}}};
    EXPECT_EQ(to_csv(table), "name,n\r\n\"a,\"\"b\"\"\nc|d\\x1b[31m\\xff\",1\r\n");
    const std::string text = to_text_table(table);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 2);
    expect_parts(to_markdown_table(table), {"c\\|d"});
}

TEST(Tables, EmptyColumnsAreLeftOutOfPagesOnly) {
    const Table table{.columns = {{"a"}, {"b"}}, .rows = {{"1", ""}}};
    EXPECT_EQ(to_text_table(table), "  a\n  1\n");
    EXPECT_EQ(to_csv(table), "a,b\r\n1,\r\n");
}

TEST(Tables, AlignByWhatIsSeenNotByBytes) {
    const Table table{.columns = {{"µ"}, {"x", Align::right}}, .rows = {{"ab", "100"}, {"é", "1"}}};
    EXPECT_EQ(to_text_table(table), "  µ     x\n  ab  100\n  é     1\n");
}

}  // namespace
}  // namespace mansard::ceilings
