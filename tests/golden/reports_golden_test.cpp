// The reports of one analysis, byte for byte, without version and date. MANSARD_UPDATE_GOLDEN=1 writes the
// files anew; look at them before committing them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/importers/importer.hpp"
#include "analyzer/reporters/reporter.hpp"
#include "tests/analyzer/make_ceilings.hpp"
#include "tests/golden/expect_golden.hpp"

namespace mansard::analyzer {
namespace {

const std::filesystem::path tests = std::filesystem::path(MANSARD_SOURCE_DIR) / "tests";

/// Of fixtures in tests/data/analyzer/, under the ceilings of four cores (or none).
Analysis analysis_of(const std::vector<std::string>& fixtures, bool with_ceilings) {
    std::vector<Profile> profiles;
    for (const std::string& fixture : fixtures) {
        const auto path = tests / "data/analyzer" / fixture;
        profiles.push_back(find_importer(path, "").import(path, {}));
        // Where the tests lie is no part of the report.
        profiles.back().source = fixture;
        for (Rejected& record : profiles.back().rejected)
            record.record = record.record.substr(path.string().size() - fixture.size());
        for (Note& note : profiles.back().notes)
            if (const auto at = note.text.find(path.string()); at != std::string::npos)
                note.text.replace(at, path.string().size(), fixture);
    }
    Analysis analysis =
        analyze(std::move(profiles), with_ceilings ? std::optional(testing::four_cores()) : std::nullopt,
                {.ceilings_source = with_ceilings ? "ceilings.json" : ""});
    analysis.tool_version = "VERSION";
    analysis.created = "DATE";
    return analysis;
}

void expect_golden(const std::string& name, const Analysis& analysis) {
    const std::string extension = std::filesystem::path(name).extension().string();
    testing::expect_golden(name, find_reporter(extension == ".txt" ? "text" : extension.substr(1)), analysis);
}

TEST(ReportsGolden, Workloads) {
    const Analysis analysis = analysis_of({"workloads.csv"}, true);
    for (const char* name :
         {"report_workloads.txt", "report_workloads.md", "report_workloads.csv", "report_workloads.json"})
        expect_golden(name, analysis);
}

TEST(ReportsGolden, EveryStatus) {
    const Analysis analysis = analysis_of({"every_status.csv"}, true);
    expect_golden("report_every_status.txt", analysis);
    expect_golden("report_every_status.json", analysis);
}

TEST(ReportsGolden, BenchmarksWithoutCeilings) {
    const Analysis analysis = analysis_of({"benchmarks.json", "points.json"}, false);
    expect_golden("report_no_ceilings.txt", analysis);
    expect_golden("report_no_ceilings.md", analysis);
}

}  // namespace
}  // namespace mansard::analyzer
