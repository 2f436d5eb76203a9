#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "analyzer/tables.hpp"
#include "core/error.hpp"
#include "core/json.hpp"
#include "core/utf8.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::string report(const Analysis& analysis, std::string_view kind, const ReportOptions& options = {}) {
    std::ostringstream out;
    find_reporter(kind).write(analysis, options, out);
    return out.str();
}

/// Names as nasty as they come, one point of each status that a file can lead to.
Analysis nasty() {
    Profile profile{.source = "p\x1b[31m.csv", .format = "mansard-csv"};
    const auto add = [&](Point point) {
        profile.points.push_back(std::move(point));
        ++profile.records;
    };
    const FlopCounts flops{{.dtype = Dtype::f64, .count = 1e9}};
    const ByteCounts bytes{{.level = Level::DRAM, .read = 1e9, .written = 1e9, .count = 2e9}};
    add({.name = "a,\"b\"\n\x1b[2J|<b>`\xc3\xa9",
         .threads = 1,
         .seconds = 1,
         .flops = flops,
         .bytes = bytes});
    add({.name = "impossible", .threads = 1, .seconds = 1e-6, .flops = flops, .bytes = bytes});
    add({.name = "no time", .threads = 1, .flops = flops, .bytes = bytes});
    add({.name = "no work", .threads = 1, .seconds = 1});
    add({.name = "half known", .threads = 1, .seconds = 1, .flops = flops});
    add({.name = "overflow", .threads = 1, .seconds = 1e-300, .flops = {{.count = 1e300}}, .bytes = bytes});
    profile.rejected.push_back(
        {.record = "line 3", .name = "bad\x07", .reason = "seconds is \"x\", which is no number"});
    ++profile.records;
    return analyze({profile}, four_cores(), {.ceilings_source = "c.json"});
}

TEST(Reports, LayersStandUnderTheRoofsInText) {
    Profile profile{.source = "p.json", .format = "torch-trace"};
    const Point kernel{.name = "k",
                       .threads = 1,
                       .seconds = 1,
                       .flops = {{.dtype = Dtype::f64, .count = 1e9}},
                       .bytes = {{.level = Level::DRAM, .count = 1.5e9}}};
    profile.points.push_back(kernel);
    ++profile.records;
    for (const char* layer : {"short", "Linear_0"}) {
        profile.regions.push_back(kernel);
        profile.regions.back().name = layer;
    }
    profile.regions[0].seconds = 0.5;
    const Analysis analysis = analyze({profile}, four_cores(), {});
    for (const char* kind : {"text", "md"}) {
        const std::string text = report(analysis, kind);
        const std::size_t layer = text.find(kind == std::string_view("md") ? "Linear\\_0" : "Linear_0");
        ASSERT_NE(layer, std::string::npos) << text;
        EXPECT_LT(layer, text.find("short")) << "longest first";
        EXPECT_NE(text.substr(layer, text.find('\n', layer) - layer).find("DRAM"), std::string::npos) << text;
    }
}

TEST(JsonReport, HasTheKeysOfTheFormat) {
    const Json document = parse_json(report(nasty(), "json"), "report");
    EXPECT_EQ(document["schema"], "mansard.analysis/1");
    EXPECT_EQ(document["summary"]["in"], 7);
    EXPECT_EQ(document["summary"]["placed"], 6);
    EXPECT_EQ(document["summary"]["rejected"], 1);
    EXPECT_EQ(document["rejected"][0]["name"], "bad\a");
    const Json* point = nullptr;
    for (const Json& candidate : document["points"])
        if (candidate["name"].get<std::string>().starts_with("a,")) point = &candidate;
    ASSERT_NE(point, nullptr);
    EXPECT_EQ((*point)["name"], "a,\"b\"\n\x1b[2J|<b>`\xc3\xa9");
    EXPECT_EQ((*point)["flops"]["f64"], 1e9);
    EXPECT_EQ((*point)["bytes"]["DRAM"], 2e9);
    EXPECT_EQ((*point)["intensity"]["DRAM"], 0.5);
    EXPECT_EQ((*point)["rate"], 1e9);
    EXPECT_EQ((*point)["bound"], "DRAM");
    EXPECT_DOUBLE_EQ((*point)["attainable"], 6e9);
    EXPECT_DOUBLE_EQ((*point)["efficiency"], 2.0 / 12);
    EXPECT_EQ((*point)["bytes_detail"][0]["written"], 1e9);
    EXPECT_EQ((*point)["bytes_detail"][0]["basis"], "architectural");
    EXPECT_EQ((*point)["flops_detail"][0]["how"], "counted");
    EXPECT_EQ((*point)["findings"][0], "below_all_roofs");
    EXPECT_EQ(document["program"].size(), 1u);
    EXPECT_EQ(document["ceilings"]["source"], "c.json");
    EXPECT_GE(document["roofs"].size(), 2u);
}

TEST(JsonReport, WhatIsMissingHasNoKey) {
    const Json document = parse_json(report(nasty(), "json"), "report");
    for (const Json& point : document["points"]) {
        if (point["name"] == "no work") {
            for (const char* key :
                 {"flops", "bytes", "intensity", "rate", "bound", "attainable", "efficiency"})
                EXPECT_FALSE(point.contains(key)) << key;
        }
        if (point["name"] == "half known") {
            EXPECT_EQ(point["status"], "incomplete");
            EXPECT_FALSE(point.contains("bound"));
            EXPECT_FALSE(point.contains("bytes"));
            EXPECT_TRUE(point.contains("efficiency"));
        }
        if (point["name"] == "overflow") {
            EXPECT_FALSE(point.contains("rate"));
        }
    }
}

TEST(CsvReport, IsReadBackAsPoints) {
    const Profile again = import_text("again.csv", report(nasty(), "csv"));
    ASSERT_EQ(again.points.size(), 6u);
    const auto found = std::find_if(again.points.begin(), again.points.end(),
                                    [](const Point& point) { return point.name.starts_with("a,"); });
    ASSERT_NE(found, again.points.end());
    EXPECT_EQ(found->name, "a,\"b\"\n\\x1b[2J|<b>`\xc3\xa9") << "but for what a terminal would obey";
    EXPECT_EQ(found->threads, 1);
    EXPECT_DOUBLE_EQ(found->flops.at(0).count, 1e9);
    EXPECT_DOUBLE_EQ(*found->bytes.at(0).written, 1e9);
}

TEST(CsvReport, AllLinesHaveTheSameFields) {
    const std::string empty = report(Analysis{}, "csv");
    const std::string full = report(nasty(), "csv");
    EXPECT_EQ(full.substr(0, empty.size()), empty);
    EXPECT_TRUE(full.ends_with("\r\n"));
}

TEST(TextReport, PassesNoControlCharacters) {
    for (const std::string_view kind : {"text", "md"})
        for (const char c : report(nasty(), kind))
            EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(TextReport, FitsItsWidth) {
    for (const std::size_t width : {90u, 100u, 160u}) {
        std::istringstream lines(report(nasty(), "text", {.width = width}));
        for (std::string line; std::getline(lines, line);) EXPECT_LE(display_width(line), width) << line;
    }
}

TEST(TextReport, ColoursOnlyWhenAsked) {
    EXPECT_EQ(report(nasty(), "text").find('\x1b'), std::string::npos);
    EXPECT_NE(report(nasty(), "text", {.color = true}).find("\x1b[31m"), std::string::npos);
}

TEST(TextReport, TopLimitsTheTable) {
    const std::string text = report(nasty(), "text", {.top = 2});
    EXPECT_NE(text.find("The 2 longest of 6 points"), std::string::npos);
    EXPECT_EQ(text.find("no time (no_time)"), std::string::npos);
}

/// Hundreds of one rule, a few of another that take longer together.
Analysis many_findings() {
    Profile profile{.source = "p.csv", .format = "mansard-csv"};
    const auto add = [&](const std::string& name, double seconds, double flops) {
        profile.points.push_back({.name = name,
                                  .threads = 1,
                                  .seconds = seconds,
                                  .flops = {{.dtype = Dtype::f64, .count = flops}},
                                  .bytes = {{.level = Level::DRAM, .count = 1e6}}});
        ++profile.records;
    };
    for (int i = 0; i < 300; ++i) add("slow " + std::to_string(i), 1 + i, 1e6);
    add("fast", 1000, 39e12);
    return analyze({std::move(profile)}, four_cores(), {});
}

TEST(TextReport, GroupsRepeatedFindings) {
    for (const std::string_view kind : {"text", "md"}) {
        const std::string text = report(many_findings(), kind);
        const std::size_t findings = text.find("Findings");
        ASSERT_NE(findings, std::string::npos);
        const auto after = [&](std::string_view part) { return text.find(part, findings); };
        const bool markdown = kind == "md";
        EXPECT_NE(after(markdown ? "below\\_all\\_roofs: 300 points, 98 % of the time"
                                 : "below_all_roofs: 300 points, 98 % of the time"),
                  std::string::npos)
            << text;
        EXPECT_NE(after("slow 299"), std::string::npos);
        EXPECT_NE(after("slow 297"), std::string::npos);
        EXPECT_EQ(after("slow 290"), std::string::npos);
        EXPECT_NE(after(markdown ? "and 295 more" : "and 297 more"), std::string::npos);
        EXPECT_NE(after("fast"), std::string::npos) << "the rarer rule is not crowded out";
    }
}

TEST(TextReport, SpellsFewFindingsOutInFull) {
    const std::string text = report(nasty(), "text");
    EXPECT_EQ(text.find(" more; --report"), std::string::npos);
}

TEST(Reports, AnUnknownKindIsNamed) {
    try {
        find_reporter("pdf");
        ADD_FAILURE();
    } catch (const Error& error) {
        EXPECT_EQ(error.status(), Exit::usage);
        EXPECT_NE(std::string(error.what()).find("json"), std::string::npos);
    }
}

TEST(Reports, EmptyAnalysesAreReports) {
    for (const ReporterDesc* reporter : reporters()) {
        std::ostringstream out;
        reporter->write(Analysis{}, {}, out);
        EXPECT_FALSE(out.str().empty()) << reporter->name;
    }
}

TEST(Reports, ARangeOfFewBlocksIsNoIntervalOf95Percent) {
    const auto column = [](std::optional<Interval> ci95, std::optional<Interval> range) {
        ceilings::Ceilings ceilings = four_cores();
        for (ceilings::Roof& roof : ceilings.roofs) roof.ci95.reset();
        ceilings::Roof& dram = roof_at(ceilings, memory_target(Level::DRAM, Pattern::load, Scope::core));
        dram.ci95 = ci95, dram.range = range;
        std::vector<Profile> profiles(1);
        profiles[0].points.push_back(
            {.name = "k", .threads = 1, .seconds = 1, .bytes = {{.level = Level::DRAM, .count = 1e9}}});
        const ceilings::Table table = roofs_table(analyze(std::move(profiles), std::move(ceilings), {}));
        return table.columns.at(2).title + ": " + table.rows.at(0).at(2);
    };
    EXPECT_EQ(column(Interval{14e9, 16e9}, std::nullopt), "95 % interval: 14.0 … 16.0 GB/s");
    EXPECT_EQ(column(std::nullopt, Interval{14e9, 16e9}), "interval: 14.0 … 16.0 GB/s (range)")
        << "of few blocks, or another tool's";
    EXPECT_EQ(column(std::nullopt, std::nullopt), "interval: ");
}

}  // namespace
}  // namespace mansard::analyzer
