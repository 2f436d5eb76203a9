// The chart and the page of one analysis, byte for byte. MANSARD_UPDATE_GOLDEN=1 writes the files anew; look
// at them before committing them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analyzer/reporters/reporter.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer {
extern const ReporterDesc svg_reporter, html_reporter;
namespace {

void expect_golden(const std::string& name, const ReporterDesc& reporter, const Analysis& analysis) {
    const std::filesystem::path path = std::filesystem::path(MANSARD_SOURCE_DIR) / "tests/golden" / name;
    std::ostringstream out;
    reporter.write(analysis, {}, out);
    if (std::getenv("MANSARD_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << out.str();
        return;
    }
    std::ifstream file(path, std::ios::binary);
    std::ostringstream golden;
    golden << file.rdbuf();
    ASSERT_TRUE(file) << path;
    // Not EXPECT_EQ: it would print both files.
    EXPECT_TRUE(golden.str() == out.str()) << path << " differs; write it anew with MANSARD_UPDATE_GOLDEN=1";
}

TEST(ChartGolden, Workloads) {
    expect_golden("chart_workloads.svg", svg_reporter, sample::workloads());
    expect_golden("chart_workloads.html", html_reporter, sample::workloads());
}

TEST(ChartGolden, Thirty) {
    expect_golden("chart_top_of_thirty.svg", svg_reporter, sample::many(30));
}

TEST(ChartGolden, EmptyProfile) {
    expect_golden("chart_empty_profile.svg", svg_reporter, sample::analysis_of({}));
}

}  // namespace
}  // namespace mansard::analyzer
