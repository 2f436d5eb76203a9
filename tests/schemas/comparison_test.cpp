// What compare writes satisfies its schema, and documents with a mistake do not.
#include <gtest/gtest.h>

#include <functional>
#include <sstream>

#include "analyzer/analyze.hpp"
#include "analyzer/compare/compare.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "core/json.hpp"
#include "tests/schemas/schema.hpp"

namespace mansard::analyzer {
namespace {

Analysis analysis_of(double seconds, const char* other) {
    std::vector<Profile> profiles(1);
    profiles[0].source = "p.csv";
    profiles[0].format = "mansard-csv";
    Point point{.name = "k", .seconds = seconds};
    point.flops.push_back({.dtype = Dtype::f64, .count = 2e9});
    point.bytes.push_back(
        {.level = Level::DRAM, .basis = Basis::traffic, .read = 1e9, .written = 1e9, .count = 2e9});
    profiles[0].points.push_back(std::move(point));
    profiles[0].points.push_back({.name = other, .seconds = 1});
    return analyze(std::move(profiles), std::nullopt, {});
}

Json document() {
    const Comparison comparison =
        compare(analysis_of(2, "long_name_a"), analysis_of(1, "long_name_b"),
                {.expectations = {"k:time<=0.7"}, .predictions = {"tile=8x8x8,f64", "stages=2"}});
    std::ostringstream out;
    find_comparison_reporter("json").write(comparison, {}, out);
    return parse_json(out.str(), "c");
}

TEST(ComparisonSchema, AcceptsWhatIsWritten) {
    const Json written = document();
    EXPECT_EQ(schema_faults("comparison", written), "");
    EXPECT_EQ(written["points"].size(), 1u);
    EXPECT_EQ(written["expectations"][0]["outcome"], "holds");
    EXPECT_EQ(written["predictions"].size(), 1u);
    EXPECT_EQ(written["only_before"][0], "long_name_a");
    EXPECT_FALSE(written["notes"].empty());
}

TEST(ComparisonSchema, RefusesMistakes) {
    const std::vector<std::function<void(Json&)>> mistakes{
        [](Json& d) { d["points"][0]["verdict"] = 5; }, [](Json& d) { d["points"][0].erase("reason"); },
        [](Json& d) { d["points"][0]["ci95"] = {1}; }, [](Json& d) { d["surprise"] = 1; },
        [](Json& d) { d["expectations"][0]["outcome"] = "maybe"; }};
    for (std::size_t i = 0; i < mistakes.size(); ++i) {
        Json broken = document();
        mistakes[i](broken);
        EXPECT_NE(schema_faults("comparison", broken), "") << "mistake " << i;
    }
}

}  // namespace
}  // namespace mansard::analyzer
