#include "analyzer/analyze.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/device_check.hpp"
#include "core/error.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

Point point_of(const std::string& name, double seconds, double flops = 1e9, double dram = 1e9) {
    return {.name = name,
            .threads = 1,
            .seconds = seconds,
            .flops = {{.dtype = Dtype::f64, .count = flops}},
            .bytes = {{.level = Level::DRAM, .count = dram}}};
}

Profile profile_of(std::vector<Point> points) {
    Profile profile{.source = "p.csv", .format = "mansard-csv", .records = points.size()};
    for (Point& point : points) profile.points.push_back(std::move(point));
    return profile;
}

Analysis run(std::vector<Point> points, AnalyzeOptions options = {}) {
    return analyze({profile_of(std::move(points))}, four_cores(), options);
}

bool has_finding(const Analysis& analysis, std::string_view code) {
    return std::any_of(analysis.findings.begin(), analysis.findings.end(),
                       [&](const Finding& f) { return f.code == code; });
}

TEST(Analyze, LongestFirstWithSharesOfTheWhole) {
    const Analysis analysis = run({point_of("a", 1), point_of("b", 3), point_of("c", 1), point_of("d", 0)});
    ASSERT_EQ(analysis.points.size(), 4u);
    EXPECT_EQ(analysis.points[0].point.name, "b");
    EXPECT_EQ(analysis.points[1].point.name, "a");
    EXPECT_EQ(analysis.points[2].point.name, "c");
    EXPECT_EQ(analysis.points[3].point.name, "d");
    EXPECT_DOUBLE_EQ(*analysis.points[0].share, 0.6);
    EXPECT_DOUBLE_EQ(*analysis.summary.seconds_busy, 5);
    EXPECT_EQ(analysis.scope, Scope::core);
}

TEST(Analyze, ManyPointsSortLikeFew) {
    std::vector<Point> points;
    for (int i = 0; i < 1000; ++i) points.push_back(point_of("p" + std::to_string(i), (i * 7919) % 1000 + 1));
    const Analysis analysis = run(points);
    for (std::size_t i = 0; i < 1000; ++i) {
        EXPECT_DOUBLE_EQ(*analysis.points[i].point.seconds, static_cast<double>(1000 - i));
        const int number = std::stoi(analysis.points[i].point.name.substr(1));
        EXPECT_DOUBLE_EQ(*analysis.points[i].point.seconds, (number * 7919) % 1000 + 1);
    }
}

TEST(Analyze, EveryRecordIsPlacedOrRejected) {
    Profile profile = profile_of({point_of("a", 1), point_of("b", 1)});
    profile.points[1].records = 3;
    profile.rejected.push_back({.record = "line 9", .name = "c", .reason = "because"});
    const Analysis analysis = analyze({profile, profile_of({point_of("d", 1)})}, std::nullopt, {});
    EXPECT_EQ(analysis.summary.placed, 5u);
    EXPECT_EQ(analysis.summary.rejected, 1u);
    EXPECT_EQ(analysis.summary.in, 6u);
    EXPECT_EQ(analysis.sources.size(), 2u);
    EXPECT_EQ(analysis.points[0].status, PlacementStatus::no_roofs);
}

TEST(Analyze, TheProgramIsTheSum) {
    const Analysis analysis = run({point_of("a", 1, 1e9, 3e9), point_of("b", 3, 2e9, 9e9)});
    ASSERT_EQ(analysis.program.size(), 1u);
    const PlacedPoint& program = analysis.program[0];
    EXPECT_DOUBLE_EQ(*program.point.seconds, 4);
    EXPECT_DOUBLE_EQ(*program.flops, 3e9);
    EXPECT_DOUBLE_EQ(program.point.bytes[0].count, 12e9);
    EXPECT_EQ(program.point.threads, 1);
    EXPECT_DOUBLE_EQ(*program.efficiency, 12.0 / 15 / 4);
    EXPECT_DOUBLE_EQ(*analysis.summary.efficiency_by_points, 12.0 / 15 / 4);
}

TEST(Analyze, TheProgramLacksWhatAPointLacks) {
    Point other = point_of("b", 1);
    other.flops.clear();
    other.bytes.clear();
    const Analysis analysis = run({point_of("a", 1), other});
    EXPECT_TRUE(analysis.program[0].point.flops.empty());
    EXPECT_TRUE(analysis.program[0].point.bytes.empty());
    EXPECT_EQ(analysis.program[0].point.notes.size(), 3u);
    EXPECT_FALSE(analysis.summary.efficiency_by_points);
}

TEST(Analyze, AWallTimeIsTheProgramsTime) {
    Profile profile = profile_of({point_of("a", 1)});
    profile.seconds_wall = 10;
    const Analysis analysis = analyze({profile}, four_cores(), {});
    EXPECT_DOUBLE_EQ(*analysis.program[0].point.seconds, 10);
    EXPECT_DOUBLE_EQ(*analysis.points[0].share, 1);
}

TEST(Analyze, TimesThatOverflowLeaveSharesOut) {
    const Analysis analysis = run({point_of("a", 1e308), point_of("b", 1e308)});
    EXPECT_FALSE(analysis.summary.seconds_busy);
    EXPECT_FALSE(analysis.points[0].share);
    EXPECT_TRUE(analysis.program.empty());
    EXPECT_NE(codes(analysis.notes).find("overflow"), std::string::npos);
}

TEST(Analyze, FiltersKeepWhatMatches) {
    Point other = point_of("dgemm_nn", 2);
    other.category = "blas";
    other.threads = 2;
    const std::vector<Point> points{point_of("daxpy", 1), point_of("stencil", 1), other};
    Analysis analysis = run(points, {.filters = {parse_filter("name=d*"), parse_filter("name=sten*l")}});
    EXPECT_EQ(analysis.points.size(), 3u);
    analysis = run(points, {.filters = {parse_filter("name=d*"), parse_filter("threads=2")}});
    ASSERT_EQ(analysis.points.size(), 1u);
    EXPECT_EQ(analysis.summary.filtered, 2u);
    EXPECT_EQ(analysis.summary.in, 1u);
    EXPECT_EQ(run(points, {.filters = {parse_filter("category=b?as")}}).points.size(), 1u);
    try {
        run(points, {.filters = {parse_filter("name=gemm")}});
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
    }
    EXPECT_THROW(parse_filter("colour=red"), Error);
    EXPECT_THROW(parse_filter("name"), Error);
}

TEST(Analyze, PatternsMatchWhole) {
    EXPECT_TRUE(matches_pattern("abc", "abc"));
    EXPECT_TRUE(matches_pattern("abc", "*"));
    EXPECT_TRUE(matches_pattern("", "*"));
    EXPECT_TRUE(matches_pattern("aXbXc", "a*X?"));
    EXPECT_TRUE(matches_pattern("aaaab", "a*ab"));
    EXPECT_FALSE(matches_pattern("abc", "ab"));
    EXPECT_FALSE(matches_pattern("abc", "b*"));
    EXPECT_FALSE(matches_pattern("", "?"));
}

TEST(DeviceCheck, AProfileOfAnotherDeviceIsRefused) {
    Profile profile = profile_of({point_of("a", 1)});
    EXPECT_EQ(codes(check_device(profile, four_cores(), false)), "device_unnamed");
    profile.points[0].device = "cpu";
    EXPECT_EQ(codes(check_device(profile, four_cores(), false)), "device_unnamed");
    profile.points[0].device = "amd  EPYC 7763 64-core";
    EXPECT_EQ(codes(check_device(profile, four_cores(), false)), "");
    profile.points[0].device = "Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz";
    try {
        check_device(profile, four_cores(), false);
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::bad_input);
        EXPECT_NE(std::string(error.what()).find("Gold 6248"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("EPYC 7763"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("--force"), std::string::npos);
    }
    EXPECT_EQ(codes(check_device(profile, four_cores(), true)), "foreign_device");
}

TEST(DeviceCheck, OtherCachesOrCpusAreAHint) {
    Profile profile = profile_of({point_of("a", 1)});
    profile.caches = {{.level = Level::L1, .bytes = 32768}, {.level = Level::L2, .bytes = 524288}};
    profile.cpus = 4;
    EXPECT_EQ(codes(check_device(profile, four_cores(), false)), "device_unnamed");
    profile.caches[1].bytes = 1048576;
    profile.cpus = 12;
    EXPECT_EQ(codes(check_device(profile, four_cores(), false)),
              "device_unnamed machine_differs machine_differs");
}

TEST(DeviceCheck, ModelsAreComparedByTheirWords) {
    EXPECT_TRUE(same_model("Intel(R) Xeon(R) Gold 6248 CPU @ 2.50GHz", "intel xeon gold 6248"));
    EXPECT_FALSE(same_model("Intel Xeon Gold 6248", "Intel Xeon Gold 6258"));
    EXPECT_FALSE(same_model("AMD EPYC 7763", "AMD EPYC 776"));
}

TEST(Findings, FarBelowEveryRoof) {
    const Analysis analysis = run({point_of("slow", 1, 1e9, 1.5e9)});
    ASSERT_TRUE(has_finding(analysis, "below_all_roofs"));
    EXPECT_EQ(analysis.points[0].findings, std::vector<std::string_view>{"below_all_roofs"});
    EXPECT_FALSE(analysis.findings[0].remedy.empty());
    EXPECT_NE(analysis.findings[0].text.find("10 %"), std::string::npos) << analysis.findings[0].text;
}

TEST(Findings, MemoryBoundNamesTheLevelAbove) {
    const Analysis analysis = run({point_of("triad", 1, 1e9, 10e9)});
    ASSERT_TRUE(has_finding(analysis, "memory_bound"));
    EXPECT_NE(analysis.findings[0].text.find("10.0 GB/s of 15.0 GB/s, 67 %"), std::string::npos)
        << analysis.findings[0].text;
    EXPECT_NE(analysis.findings[0].remedy.find("L3 (32 MiB)"), std::string::npos)
        << analysis.findings[0].remedy;
    EXPECT_NE(analysis.findings[0].remedy.find("27 × until compute"), std::string::npos)
        << analysis.findings[0].remedy;
}

TEST(Findings, NearTheRoofAndComputeBound) {
    const Analysis analysis = run({point_of("fast", 1, 39e9, 1e9), point_of("half", 1, 20e9, 1e9)});
    EXPECT_TRUE(has_finding(analysis, "near_roof"));
    EXPECT_TRUE(has_finding(analysis, "compute_bound"));
    EXPECT_FALSE(has_finding(analysis, "below_all_roofs"));
}

TEST(Findings, AboveTheRoof) {
    const Analysis analysis = run({point_of("impossible", 1, 99e9, 1e9)});
    EXPECT_EQ(analysis.points[0].status, PlacementStatus::above_roof);
    EXPECT_EQ(analysis.points[0].findings, std::vector<std::string_view>{"above_roof"});
}

TEST(Findings, ScalarCodeIsRecognisedByItsSpeed) {
    // One core's scalar roof is 10 GFLOP/s, a quarter of the vector one.
    Analysis analysis = run({point_of("scalar", 1, 9.5e9, 1e9)});
    ASSERT_TRUE(has_finding(analysis, "narrow_instructions"));
    const auto found =
        std::find_if(analysis.findings.begin(), analysis.findings.end(),
                     [](const Finding& finding) { return finding.code == "narrow_instructions"; });
    EXPECT_NE(found->text.find("95 % of what scalar instructions reach"), std::string::npos) << found->text;
    // The same speed is no evidence where memory explains it, and another speed is none at all.
    EXPECT_FALSE(has_finding(run({point_of("memory", 1, 9.5e9, 14e9)}), "narrow_instructions"));
    EXPECT_FALSE(has_finding(run({point_of("slow", 1, 5e9, 1e9)}), "narrow_instructions"));
}

TEST(Findings, SpelledOutForTheLongestOnly) {
    std::vector<Point> points(1500, point_of("slow", 1, 1e9, 1e9));
    const Analysis analysis = run(points);
    EXPECT_EQ(analysis.findings.size(), 1000u);
    EXPECT_EQ(analysis.points[1499].findings.size(), 1u);
    EXPECT_NE(codes(analysis.notes).find("findings_shortened"), std::string::npos);
}

TEST(Findings, WhatWaitedGetsNoAdviceAboutItsCode) {
    for (const double flops : {1e6, 9.5e9, 20e9, 39e9}) {
        Point point = point_of("asleep", 1, flops, 14e9);
        EXPECT_FALSE(run({point}).findings.empty());
        point.waited = true;
        const Analysis analysis = run({point});
        ASSERT_EQ(analysis.findings.size(), 1u);
        EXPECT_EQ(analysis.findings[0].code, "waited");
        EXPECT_FALSE(analysis.findings[0].remedy.empty());
    }
    // An error stays one.
    Point point = point_of("impossible", 1, 99e9, 1e9);
    point.waited = true;
    EXPECT_TRUE(has_finding(run({point}), "above_roof"));
}

TEST(Findings, AreCountedForAllPoints) {
    std::vector<Point> points(1500, point_of("slow", 1, 1e9, 1e9));
    points.push_back(point_of("fast", 1, 39e9, 1e9));
    const Analysis analysis = run(points);
    ASSERT_EQ(analysis.finding_counts.size(), 2u);
    EXPECT_EQ(analysis.finding_counts[0].code, "below_all_roofs");
    EXPECT_EQ(analysis.finding_counts[0].points, 1500u);
    EXPECT_DOUBLE_EQ(analysis.finding_counts[0].seconds, 1500);
}

TEST(FindingCodes, AreASetOfRules) {
    FindingCodes codes;
    EXPECT_TRUE(codes.empty());
    codes.push_back("near_roof");
    codes.push_back("at_ridge");
    codes.push_back("near_roof");
    EXPECT_EQ(codes.size(), 2u);
    EXPECT_TRUE(codes.contains("near_roof"));
    EXPECT_FALSE(codes.contains("memory_bound"));
    EXPECT_EQ(codes, (std::vector<std::string_view>{"at_ridge", "near_roof"}));
    EXPECT_EQ(codes, (FindingCodes{"near_roof", "at_ridge"}));
    EXPECT_THROW(codes.push_back("no_such_rule"), std::logic_error);
}

TEST(FindImporter, RefusesWhatNobodyKnows) {
    const Scratch scratch;
    for (const auto& [name, text] :
         {std::pair("empty.csv", ""), std::pair("prose.txt", "It was a dark night."),
          std::pair("other.json", "{\"events\": []}"), std::pair("other.csv", "a,b\n1,2\n")}) {
        try {
            find_importer(scratch.write(name, text), "");
            ADD_FAILURE() << name;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            const std::string_view words = std::string_view(text).empty() ? "empty" : "mansard-csv";
            EXPECT_NE(std::string(error.what()).find(words), std::string::npos);
        }
    }
    try {
        find_importer(scratch.path() / "any", "no-such-format");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
    }
    EXPECT_THROW(find_importer(scratch.path() / "missing.csv", ""), Error);
    EXPECT_THROW(find_importer(scratch.path(), ""), Error);
}

TEST(FindImporter, ListsAllSortedByName) {
    std::vector<std::string_view> names;
    for (const ImporterDesc* importer : importers()) names.push_back(importer->name);
    EXPECT_TRUE(std::is_sorted(names.begin(), names.end()));
    EXPECT_GE(names.size(), 3u);
}

}  // namespace
}  // namespace mansard::analyzer
