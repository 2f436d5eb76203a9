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
extern const ReporterDesc svg_reporter, static_html_reporter;
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

}  // namespace
}  // namespace mansard::analyzer
