// The chart and the page of one analysis, byte for byte. MANSARD_UPDATE_GOLDEN=1 writes the files anew; look
// at them before committing them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analyzer/reporters/reporter.hpp"
#include "tests/data/chart/sample_analysis.hpp"
#include "tests/golden/expect_golden.hpp"

namespace mansard::analyzer {
extern const ReporterDesc svg_reporter, static_html_reporter, text_reporter;
namespace {

using testing::expect_golden;

TEST(ChartGolden, Workloads) {
    expect_golden("chart_workloads.svg", svg_reporter, sample::workloads());
    expect_golden("chart_workloads.html", static_html_reporter, sample::workloads());
}

TEST(ChartGolden, Thirty) {
    expect_golden("chart_top_of_thirty.svg", svg_reporter, sample::many(30));
}

TEST(ChartGolden, EmptyProfile) {
    expect_golden("chart_empty_profile.svg", svg_reporter, sample::analysis_of({}));
}

TEST(ChartGolden, Outliers) {
    Analysis analysis = sample::many(20);
    std::vector<PlacedPoint> points(analysis.points.begin(), analysis.points.end());
    points.push_back(sample::point("far left", 0.2, 1e3, {0, 0, 0, 1e12}));
    points.push_back(sample::point("far right", 0.1, 1e12, {0, 0, 0, 1e3}));
    expect_golden("chart_outliers.svg", svg_reporter, sample::analysis_of(points));
}

TEST(ChartGolden, Terminal) {
    const auto options = [](const chart::TerminalStyle& style) {
        return ReportOptions{.width = 80, .chart = style};
    };
    const Analysis analysis = sample::workloads();
    expect_golden("chart_terminal.txt", text_reporter, analysis, options({}));
    expect_golden("chart_terminal_ascii.txt", text_reporter, analysis, options({.unicode = false}));
    expect_golden("chart_terminal_color.txt", text_reporter, analysis, options({.color = true}));
    expect_golden("chart_terminal_wide.txt", text_reporter, sample::many(60),
                  {.top = 60, .width = 160, .chart = chart::TerminalStyle{.columns = 160}});
}

}  // namespace
}  // namespace mansard::analyzer
