#include "analyzer/elsewhere.hpp"

#include <gtest/gtest.h>

#include "analyzer/analyze.hpp"
#include "analyzer/tables.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// `factor` times as fast as four_cores() everywhere.
ceilings::Ceilings faster(double factor) {
    ceilings::Ceilings out = four_cores();
    out.machine.cpu_model = "Another CPU";
    for (ceilings::Roof& roof : out.roofs) {
        roof.value = *roof.value * factor;
        roof.ci95 = Interval{roof.ci95->low * factor, roof.ci95->high * factor};
    }
    return out;
}

/// One second on `threads` cores, 1.5 GB at DRAM: 0.1 s at one core's roof.
Point dram_point(std::string name, int threads) {
    return {.name = std::move(name),
            .threads = threads,
            .seconds = 1,
            .flops = {{.dtype = Dtype::f64, .count = 1e9}},
            .bytes = {{.level = Level::DRAM, .count = 1.5e9}}};
}

Analysis analysis_of(std::vector<Point> points) {
    std::vector<Profile> profiles(1);
    profiles[0].source = "p.json";
    profiles[0].format = "mansard-json";
    for (Point& point : points) profiles[0].points.push_back(std::move(point));
    return analyze(std::move(profiles), four_cores(), {.ceilings_source = "own.json"});
}

TEST(Elsewhere, EachPointHasItsLeastTimeThere) {
    Analysis analysis = analysis_of({dram_point("a", 1), dram_point("b", 1)});
    const Elsewhere other = place_elsewhere(analysis, faster(2), "fast.json");
    ASSERT_EQ(other.least_seconds.size(), 2u);
    EXPECT_NEAR(*least_seconds(analysis.points[0]), 0.1, 1e-9);
    EXPECT_NEAR(*other.least_seconds[0], 0.05, 1e-9);
    EXPECT_NEAR(*other.total_seconds, 0.1, 1e-9);
    EXPECT_EQ(other.unknown, 0u);
    EXPECT_EQ(other.machine, "Another CPU");
    analysis.elsewhere.push_back(other);
    EXPECT_EQ(
        best_machine(analysis),
        "The roofs of fast.json allow it in the least time, 100 ms; next come those of own.json, 200 ms.");
}

TEST(Elsewhere, SeveralThreadsHaveTheWholeOtherMachine) {
    const Analysis analysis = analysis_of({dram_point("two", 2)});
    const Elsewhere same = place_elsewhere(analysis, four_cores(), "same.json");
    Analysis whole = analysis_of({dram_point("four", 4)});
    EXPECT_NEAR(*same.least_seconds[0], *least_seconds(whole.points[0]), 1e-12);
}

TEST(Elsewhere, APointWithoutARoofThereIsCountedAndNoTotalIsGiven) {
    Analysis analysis = analysis_of({dram_point("a", 1)});
    ceilings::Ceilings lacking = four_cores();
    std::erase_if(lacking.roofs, [](const auto& roof) { return roof.target.level == Level::DRAM; });
    analysis.elsewhere.push_back(place_elsewhere(analysis, lacking, "lacking.json"));
    EXPECT_FALSE(analysis.elsewhere[0].least_seconds[0]);
    EXPECT_FALSE(analysis.elsewhere[0].total_seconds);
    EXPECT_EQ(analysis.elsewhere[0].unknown, 1u);
    EXPECT_EQ(best_machine(analysis), "");
    EXPECT_EQ(elsewhere_table(analysis, 10).rows[0].back(), "–");
}

TEST(Elsewhere, FilesOfOneNameAreToldApart) {
    Analysis analysis = analysis_of({dram_point("a", 1)});
    analysis.elsewhere.push_back(place_elsewhere(analysis, faster(2), "x/one/ceilings.json"));
    analysis.elsewhere.push_back(place_elsewhere(analysis, faster(3), "x/two/ceilings.json"));
    const ceilings::Table table = elsewhere_table(analysis, 10);
    EXPECT_EQ(table.columns.at(3).title, "one/ceilings.json");
    EXPECT_EQ(table.columns.at(4).title, "two/ceilings.json");
}

}  // namespace
}  // namespace mansard::analyzer
