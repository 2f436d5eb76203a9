// Long names in narrow tables stay apart.
#include "analyzer/point_names.hpp"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "core/utf8.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

Analysis analysis_of(const std::vector<std::string>& names) {
    Profile profile{.source = "p.json", .format = "google-benchmark"};
    double seconds = 100;
    for (const std::string& name : names) {
        Point point{
            .name = name, .threads = 1, .seconds = seconds, .flops = {{.dtype = Dtype::f64, .count = 1e9}}};
        for (const Level level : {Level::L1, Level::L2, Level::L3, Level::DRAM})
            point.bytes.push_back({.level = level, .count = 3e9});
        profile.points.push_back(std::move(point));
        ++profile.records;
        --seconds;
    }
    return analyze({profile}, testing::four_cores(), {});
}

const std::vector<std::string> benchmarks{"matmul_naive/n:792/real_time", "triad/bytes:16384/real_time",
                                          "triad/bytes:262144/real_time", "triad/bytes:8388608/real_time"};

TEST(PointNames, WhatFitsStaysWhole) {
    EXPECT_EQ(point_names(analysis_of(benchmarks), 20, 60), benchmarks);
    EXPECT_EQ(point_names(analysis_of(benchmarks), 2, 60).size(), 2U);
}

TEST(PointNames, WhatAllEndWithGoesFirst) {
    EXPECT_EQ(point_names(analysis_of(benchmarks), 20, 22),
              (std::vector<std::string>{"matmul_naive/n:792…", "triad/bytes:16384…", "triad/bytes:262144…",
                                        "triad/bytes:8388608…"}));
    // One name has no ending in common, and an ending that is the whole name is none.
    EXPECT_EQ(point_names(analysis_of({"a_long_name/real_time"}), 20, 12).front(), "a_long…_time");
    EXPECT_EQ(point_names(analysis_of({"/real_time", "stencil/real_time"}), 20, 9),
              (std::vector<std::string>{"/rea…time", "sten…time"}));
    EXPECT_EQ(point_names(analysis_of({"", "stencil/real_time"}), 20, 9).front(), "");
}

TEST(PointNames, NamesThatLookAlikeAreFound) {
    const Analysis analysis = analysis_of(benchmarks);
    EXPECT_FALSE(are_confused(analysis, point_names(analysis, 20, 22)));
    const Analysis alike = analysis_of({"a_stencil_one_of_many", "a_stencil_two_of_many"});
    EXPECT_TRUE(are_confused(alike, point_names(alike, 20, 9)));
    const Analysis twice = analysis_of({"same/real_time", "same/real_time"});
    EXPECT_FALSE(are_confused(twice, point_names(twice, 20, 6))) << "the profile's own doing";
}

TEST(PointNames, TheTerminalsTableTellsTheExamplesApart) {
    for (const std::size_t width : {90U, 100U, 140U}) {
        std::ostringstream out;
        find_reporter("text").write(analysis_of(benchmarks), {.width = width}, out);
        std::istringstream lines(out.str());
        std::set<std::string> triads;
        for (std::string line; std::getline(lines, line);) {
            EXPECT_LE(display_width(line), width) << line;
            if (line.starts_with("  triad/")) triads.insert(line.substr(0, line.find(' ', 2)));
        }
        EXPECT_EQ(triads.size(), 3U) << width << ":\n" << out.str();
    }
}

}  // namespace
}  // namespace mansard::analyzer
