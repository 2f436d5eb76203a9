// What is written of one comparison, byte for byte.
#include <gtest/gtest.h>

#include "analyzer/compare/reporters/reporter.hpp"
#include "tests/data/chart/sample_comparison.hpp"
#include "tests/golden/expect_golden.hpp"

namespace mansard::analyzer {
namespace {

using testing::expect_golden;

TEST(CompareGolden, Pictures) {
    expect_golden("compare_changed.svg", find_comparison_reporter("svg"), sample::changed());
    expect_golden("compare_twenty.svg", find_comparison_reporter("svg"), sample::many_pairs(20));
}

TEST(CompareGolden, Words) {
    expect_golden("compare_changed.md", find_comparison_reporter("md"), sample::changed());
    expect_golden("compare_changed.csv", find_comparison_reporter("csv"), sample::changed());
    const auto charted = [](const chart::TerminalStyle& style) {
        return ReportOptions{.width = 80, .chart = style};
    };
    const ComparisonReporterDesc& text = find_comparison_reporter("text");
    expect_golden("compare_changed.txt", text, sample::changed(), charted({}));
    expect_golden("compare_changed_ascii.txt", text, sample::changed(), charted({.unicode = false}));
    expect_golden("compare_changed_color.txt", text, sample::changed(), charted({.color = true}));
}

}  // namespace
}  // namespace mansard::analyzer
