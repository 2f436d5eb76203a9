// Points beyond the roof of their mix, though not beyond the highest one.
#include <gtest/gtest.h>

#include "analyzer/compare/expect.hpp"
#include "analyzer/tables.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// One core stores 6 GB/s to DRAM, 18 past the caches, and loads 15.
Analysis analyzed(double read, double written) {
    return analysis_of(
        one({.name = "k",
             .threads = 1,
             .seconds = 1,
             .flops = {{.dtype = Dtype::f64, .count = 0}},
             .bytes = {{.level = Level::DRAM, .read = read, .written = written, .count = read + written}}}),
        true);
}

Finding only_finding(const Analysis& analysis) {
    EXPECT_EQ(analysis.findings.size(), 1U);
    return analysis.findings.at(0);
}

std::string efficiency_cell(const Analysis& analysis) {
    return points_table(analysis, {.top = 1, .name_columns = 20}).rows.at(0).back();
}

TEST(BeyondRoof, IsMarkedAndNoPraise) {
    const Analysis fast = analyzed(0, 12e9);
    EXPECT_DOUBLE_EQ(*fast.points.at(0).efficiency, 2);
    EXPECT_EQ(fast.points[0].status, PlacementStatus::placed);
    EXPECT_EQ(only_finding(fast).code, "beyond_roof");
    EXPECT_EQ(efficiency_cell(fast), "200 % !");
    EXPECT_EQ(mark_of(fast.points[0]), RowMark::none);
    // No roof of L1 is higher than that of loads: a few percent more are a matter of the measurement.
    const Analysis loads = analysis_of(
        one({.name = "k",
             .threads = 1,
             .seconds = 1,
             .flops = {{.dtype = Dtype::f64, .count = 0}},
             .bytes = {{.level = Level::L1, .count = 165.5e9}, {.level = Level::DRAM, .count = 1}}}),
        true);
    EXPECT_EQ(only_finding(loads).code, "near_roof");
    const Analysis at = analyzed(0, 6.1e9);
    EXPECT_EQ(only_finding(at).code, "near_roof");
    EXPECT_EQ(efficiency_cell(at).find('!'), std::string::npos);
}

TEST(BeyondRoof, AdvisesNothingThatThePointMustDoAlready) {
    const Finding stores = only_finding(analyzed(0, 12e9));
    EXPECT_EQ(stores.remedy.find("write results"), std::string::npos) << stores.remedy;
    EXPECT_NE(stores.remedy.find("bypass the caches already"), std::string::npos) << stores.remedy;
    EXPECT_NE(stores.remedy.find("nt_store, 1 core: 18.0 GB/s, 67 % reached"), std::string::npos)
        << stores.remedy;
    const Finding reads = only_finding(analyzed(17e9, 0));
    EXPECT_EQ(reads.code, "beyond_roof");
    EXPECT_NE(reads.remedy.find("it only reads"), std::string::npos) << reads.remedy;
}

TEST(BeyondRoof, OnlyWhoWritesIsToldHowToStore) {
    EXPECT_EQ(only_finding(analyzed(14.5e9, 0)).remedy.find("non-temporal"), std::string::npos);
    EXPECT_EQ(only_finding(analyzed(8e9, 0)).remedy.find("non-temporal"), std::string::npos);
    EXPECT_NE(only_finding(analyzed(0, 4e9)).remedy.find("non-temporal"), std::string::npos);
}

TEST(BeyondRoof, ProvesNoExpectedEfficiency) {
    const Comparison comparison = compare(analyzed(0, 4e9), analyzed(0, 12e9), {});
    const std::vector<std::string> texts{"k:efficiency>=0.8"};
    const ExpectationResult result = judge_expectations(texts, comparison).at(0);
    EXPECT_EQ(result.outcome, Outcome::undecided) << result.reason;
    EXPECT_NE(result.reason.find("beyond the roof of its mix"), std::string::npos) << result.reason;
}

}  // namespace
}  // namespace mansard::analyzer
