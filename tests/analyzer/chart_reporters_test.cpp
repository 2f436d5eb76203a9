// The SVG and HTML reporters: well-formed, deterministic and safe with any name.
#include <gtest/gtest.h>

#include <clocale>
#include <limits>
#include <locale>
#include <regex>
#include <sstream>

#include "analyzer/reporters/reporter.hpp"
#include "tests/data/chart/sample_analysis.hpp"
#include "tests/data/chart/structure.hpp"

namespace mansard::analyzer {
extern const ReporterDesc svg_reporter, static_html_reporter;
namespace {

std::string written(const ReporterDesc& reporter, const Analysis& analysis, std::size_t top = 5000) {
    std::ostringstream out;
    reporter.write(analysis, {.top = top}, out);
    return out.str();
}

const std::vector<std::string> hostile_names{"<script>alert(1)</script>",
                                             "\"><img src=x onerror=alert(1)>",
                                             "]]>",
                                             "&lt;b&gt; &amp; & &#x3c;",
                                             "</title></svg></style></body>",
                                             "' onload='alert(1)",
                                             "nul\0inside",
                                             "bell\a esc\x1b[31m del\x7f",
                                             "line\nbreak\ttab\r",
                                             "bad \xff\xfe utf-8 \xc3",
                                             "rtl \xe2\x80\xae"
                                             "gnp.exe",
                                             "nonchar \xef\xbf\xbf \xef\xbf\xbe",
                                             "<!--",
                                             "--><?php",
                                             "",
                                             std::string(5000, 'W'),
                                             "日本語の名前とても長い名前です",
                                             "{} {0} %s %n"};

Analysis hostile() {
    std::vector<PlacedPoint> points;
    for (std::size_t i = 0; i < hostile_names.size(); ++i) {
        const double size = static_cast<double>(i + 1);
        points.push_back(sample::point(hostile_names[i], size, 1e9 * size, {1e9, 0, 0, 2e8 * size}));
        points.push_back(sample::point(hostile_names[i], size, 0, {1e9, 0, 0, 2e8 * size}));
    }
    Analysis analysis = sample::analysis_of(points);
    for (const std::string& name : hostile_names) {
        analysis.rejected.push_back({name, name, name});
        analysis.notes.push_back({.code = name, .text = name, .remedy = name});
        analysis.findings.push_back({"below_all_roofs", name, name, name});
        analysis.sources.push_back(name);
        analysis.ceilings->notes.push_back({.code = name, .text = name, .remedy = name});
        ceilings::Roof roof = sample::bandwidth(Scope::core, Level::L1, Pattern::load, 1e9);
        roof.reason = roof.kernel = roof.target.device = name;
        roof.flags = {name};
        roof.limit = ceilings::Limit{1e9, name};
        analysis.ceilings->roofs.push_back(roof);
    }
    for (PlacedPoint& placed : analysis.points)
        placed.point.notes = {placed.point.name}, placed.reason = placed.point.name;
    analysis.points[0].status = PlacementStatus::above_roof;
    analysis.created = analysis.ceilings->created = analysis.ceilings->plan = hostile_names[0];
    analysis.ceilings->machine.cpu_model = analysis.ceilings_source = hostile_names[1];
    for (UsedRoof& used : analysis.roofs) used.name = hostile_names[1];
    return analysis;
}

void expect_numbers_are_finite(const std::string& text) {
    static const std::regex not_finite(R"rx(=["'](-?nan|-?inf|[^"' ]*(\d,)?(nan|inf)\b))rx");
    EXPECT_FALSE(std::regex_search(text, not_finite)) << text.substr(0, 500);
}

class EveryCount : public testing::TestWithParam<std::size_t> {};

TEST_P(EveryCount, GivesWellFormedFiles) {
    const Analysis analysis = sample::many(GetParam());
    const std::string svg = written(svg_reporter, analysis), html = written(static_html_reporter, analysis);
    EXPECT_EQ(sample::structural_fault(svg, false), "");
    EXPECT_EQ(sample::structural_fault(html, true), "");
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Counts, EveryCount, testing::Values(0, 1, 30, 1000));

TEST(StructuralFault, IsFound) {
    using sample::structural_fault;
    EXPECT_EQ(structural_fault("<a b=\"1\"><c/>text &amp; more</a>", false), "");
    for (const char* wrong : {"<a>", "<a></b>", "</a>", "<a>&</a>", "<a b=\"<\"></a>", "<a>\x01</a>",
                              "<a>\xff</a>", "<a b=\"></a>", "<a>></a>", "<a>\xef\xbf\xbf</a>"})
        EXPECT_NE(structural_fault(wrong, false), "") << wrong;
}

TEST(ChartReporters, EscapeHostileNames) {
    const Analysis analysis = hostile();
    const std::string svg = written(svg_reporter, analysis), html = written(static_html_reporter, analysis);
    EXPECT_EQ(sample::structural_fault(svg, false), "");
    EXPECT_EQ(sample::structural_fault(html, true), "");
    for (const std::string& text : {svg, html}) {
        EXPECT_EQ(text.find("<script"), std::string::npos);
        EXPECT_EQ(text.find("<img"), std::string::npos);
        EXPECT_EQ(text.find("<!--"), std::string::npos);
        EXPECT_EQ(text.find("' onload"), std::string::npos);
        EXPECT_EQ(text.find("\xe2\x80\xae"), std::string::npos);
    }
    EXPECT_NE(html.find("&lt;script&gt;alert(1)&lt;/script&gt;"), std::string::npos);
}

TEST(ChartReporters, ForbidScriptsAndTheNetwork) {
    const std::string html = written(static_html_reporter, sample::workloads());
    EXPECT_NE(html.find("content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\""),
              std::string::npos);
    EXPECT_EQ(html.find("src="), std::string::npos);
    EXPECT_EQ(html.find("href="), std::string::npos);
    EXPECT_EQ(html.find("url("), std::string::npos);
    EXPECT_EQ(html.find("@import"), std::string::npos);
}

TEST(ChartReporters, WriteTheSameBytesAgainAndInAnyLocale) {
    struct Grouping : std::numpunct<char> {
        char do_decimal_point() const override { return ','; }
        char do_thousands_sep() const override { return '.'; }
        std::string do_grouping() const override { return "\1"; }
    };
    const Analysis analysis = sample::many(30);
    const std::string svg = written(svg_reporter, analysis), html = written(static_html_reporter, analysis);
    const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Grouping));
    const std::string svg_again = written(svg_reporter, analysis),
                      html_again = written(static_html_reporter, analysis);
    std::locale::global(before);
    EXPECT_EQ(svg, svg_again);
    EXPECT_EQ(html, html_again);
}

TEST(ChartReporters, KeepValuesThatAreNoNumbersOut) {
    Analysis analysis = sample::workloads();
    const double infinite = std::numeric_limits<double>::infinity();
    for (PlacedPoint& placed : analysis.points)
        placed.share = std::nan(""), placed.efficiency = infinite, placed.attainable = infinite;
    for (const ReporterDesc* reporter : {&svg_reporter, &static_html_reporter}) {
        const std::string text = written(*reporter, analysis);
        expect_numbers_are_finite(text);
        EXPECT_EQ(text.find(">inf"), std::string::npos);
        EXPECT_EQ(text.find(">nan"), std::string::npos);
        EXPECT_EQ(text.find("nan %"), std::string::npos);
        EXPECT_EQ(text.find("inf %"), std::string::npos);
    }
}

TEST(HtmlReporter, HasEverySection) {
    const std::string html = written(static_html_reporter, sample::workloads());
    for (const char* words :
         {"<h2>Points</h2>", "<h2>Findings</h2>", "<h2>Notes</h2>", "<h2>Rejected records</h2>",
          "<h2>Calibration</h2>", "<h2>How to read this</h2>", "<svg ", "AMD EPYC 7B13 (Zen 3)",
          "19.7 GB/s [19.4, 19.9]", "this CPU has no avx512", "99.2 % of 49.4 GFLOP/s", "flags: contended",
          "Interchange its loops.", "real_time is negative", "scope=\"col\"", "scope=\"row\"",
          "9 records: 8 placed, 1 rejected."})
        EXPECT_NE(html.find(words), std::string::npos) << words;
}

std::size_t count_of(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
    return count;
}

TEST(HtmlReporter, MarksLowerBoundsAndErrorsAndCountsEveryStatus) {
    Analysis analysis = sample::workloads();
    analysis.points[0].status = PlacementStatus::incomplete;
    analysis.points[0].efficiency = 0.41;
    analysis.points[1].status = PlacementStatus::above_roof;
    analysis.points[1].efficiency = 2.62;
    analysis.points[2].efficiency = 1.2;
    const std::string html = written(static_html_reporter, analysis);
    EXPECT_NE(html.find("≥ 41.0 %"), std::string::npos);
    EXPECT_NE(html.find("<strong class=\"error\">262.0 %<br>above its roof</strong>"), std::string::npos);
    EXPECT_EQ(count_of(html, "<tr class=\"error-row\">"), 1U);
    EXPECT_NE(html.find("Points: 5 placed, 1 no_time, <strong class=\"error\">1 above_roof</strong>, 1 "
                        "incomplete."),
              std::string::npos);
    // No bar is wider than its place.
    static const std::regex bar("width:([0-9.]+)%");
    for (std::sregex_iterator it(html.begin(), html.end(), bar), end; it != end; ++it)
        EXPECT_LE(std::stod((*it)[1]), 100);
    EXPECT_NE(written(svg_reporter, analysis).find("≥ 41.0 % of its roof"), std::string::npos);
}

TEST(HtmlReporter, GroupsFindingsByRuleWithTheLongestPointsFirst) {
    Analysis analysis = sample::many(200);
    for (PlacedPoint& placed : analysis.points) {
        placed.findings = {"memory_bound"};
        analysis.findings.push_back({"memory_bound", placed.point.name, "It waits.", "Move fewer bytes."});
    }
    PlacedPoint& last = analysis.points.back();
    last.findings.push_back("near_roof");
    analysis.findings.push_back({"near_roof", last.point.name, "It is there.", "Leave it."});
    const std::string html = written(static_html_reporter, analysis);
    EXPECT_EQ(count_of(html, "Move fewer bytes."), 3U);
    EXPECT_NE(html.find("memory_bound: 200 points, 100.0 % of the time"), std::string::npos);
    EXPECT_NE(html.find("and 197 more"), std::string::npos);
    EXPECT_LT(html.find("memory_bound: 200"), html.find("near_roof: 1 point,"));
    EXPECT_NE(html.find("Leave it."), std::string::npos) << "a rule of one point is not crowded out";
}

TEST(HtmlReporter, SaysWhatIsMissingWithoutCeilings) {
    Analysis analysis = sample::workloads();
    analysis.ceilings.reset(), analysis.roofs.clear();
    const std::string html = written(static_html_reporter, analysis);
    EXPECT_EQ(sample::structural_fault(html, true), "");
    EXPECT_NE(html.find("mansard calibrate -o ceilings.json"), std::string::npos);
}

TEST(HtmlReporter, LimitsTheTableToTop) {
    const std::string html = written(static_html_reporter, sample::many(100), 20);
    EXPECT_NE(html.find("The 20 longest of 100 points"), std::string::npos);
    EXPECT_EQ(html.find("<td class=\"number\">21</td>"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
