// What a chart decides: roofs, points, axes and label places, in numbers.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "analyzer/chart/labels.hpp"
#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/points.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/scale.hpp"
#include "analyzer/chart/text.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer::chart {
namespace {

std::vector<std::string> names(const std::vector<ChartRoof>& roofs) {
    std::vector<std::string> out;
    for (const ChartRoof& roof : roofs) out.push_back(roof.name);
    return out;
}

using Names = std::vector<std::string>;

TEST(ChartRoofs, AreThoseThatBindAPoint) {
    const Analysis analysis = sample::workloads();
    EXPECT_EQ(names(select_roofs(analysis, analysis.points)),
              (Names{"f64 fma avx2, 1 core", "L1 load, 1 core", "L3 load, 1 core", "DRAM load, 1 core"}));
}

TEST(ChartRoofs, StayWithThePointsThatAreShownAndEndAtTheirComputeRoof) {
    const Analysis analysis = sample::workloads();
    const std::span<const PlacedPoint> first(analysis.points.data(), 1);
    ASSERT_EQ(first[0].bound, "L3");
    EXPECT_EQ(names(select_roofs(analysis, first)), (Names{"f64 fma avx2, 1 core", "L3 load, 1 core"}));
}

TEST(ChartRoofs, WithoutPointsAreOnePerTypeAndLevel) {
    Analysis analysis = sample::analysis_of({});
    EXPECT_EQ(names(select_roofs(analysis, {})),
              (Names{"f32 fma avx2, 1 core", "f64 mix avx2, 1 core", "L1 load, 1 core", "L2 load, 1 core",
                     "L3 load, 1 core", "DRAM load, 1 core"}));
    analysis.scope = Scope::device;
    EXPECT_EQ(select_roofs(analysis, {}).front().name, "f32 fma avx2, 2 cores");
}

TEST(ChartRoofs, AreOneForEachLevelAndTypeOfThePointsOnRequest) {
    const Analysis analysis = sample::workloads();
    EXPECT_EQ(names(select_roofs(analysis, analysis.points, {.roofs = true})),
              (Names{"f64 mix avx2, 1 core", "f64 fma avx2, 1 core", "L1 load, 1 core", "L2 load, 1 core",
                     "L3 load, 1 core", "DRAM load, 1 core"}));
}

TEST(ChartRoofs, AreTheNearestOnesWhereTheBoundIsUnknown) {
    Analysis analysis = sample::analysis_of({sample::point("no DRAM", 1, 1e9, {0, 90e9})});
    PlacedPoint& placed = analysis.points[0];
    placed.status = PlacementStatus::incomplete, placed.bound = {};
    for (Component& component : placed.components) component.bound = false;
    EXPECT_EQ(names(select_roofs(analysis, analysis.points)),
              (Names{"f64 fma avx2, 1 core", "L2 load, 1 core"}));
}

/// Moves a point from the roofs of a core to those of the device.
void use_device(Analysis& analysis, PlacedPoint& placed, std::size_t component, const std::string& id,
                const std::string& name, double value) {
    placed.components[component].roof_id = id;
    placed.components[component].roof = value;
    analysis.roofs.push_back({.name = name,
                              .ids = {id},
                              .scope = Scope::device,
                              .unit = placed.components[component].level ? "B/s" : "FLOP/s",
                              .low = value,
                              .high = value,
                              .points = 1,
                              .bound = placed.components[component].bound});
}

TEST(ChartRoofs, GiveEachScopeARooflineOfItsOwn) {
    Analysis analysis = sample::workloads();
    PlacedPoint& triad = analysis.points[1];
    ASSERT_EQ(triad.bound, "DRAM");
    use_device(analysis, triad, 0, "cpu.device.compute.f64.avx2.fma", "f64 fma avx2, 2 cores", 98e9);
    use_device(analysis, triad, 4, "cpu.device.bandwidth.DRAM.load", "DRAM load, 2 cores", 27.3e9);
    const std::vector<ChartRoof> roofs = select_roofs(analysis, {&analysis.points[0], 2});
    EXPECT_EQ(names(roofs), (Names{"f64 fma avx2, 2 cores", "f64 fma avx2, 1 core", "L3 load, 1 core",
                                   "DRAM load, 2 cores"}));
    for (const ChartRoof& roof : roofs) EXPECT_EQ(roof.brief, roof.name);
}

TEST(ChartRoofs, TellBusEstimatesFromPlainBytesByNameAndDash) {
    Analysis analysis = sample::workloads();
    PlacedPoint& stencil = analysis.points[2];
    ASSERT_EQ(stencil.bound, "DRAM");
    stencil.components[4].roof = 29e9;
    analysis.roofs.push_back({.name = "DRAM load … copy, 1 core, bus",
                              .ids = {sample::core_load(Level::DRAM), "cpu.core.bandwidth.DRAM.copy"},
                              .scope = Scope::core,
                              .bus = true,
                              .unit = "B/s",
                              .low = 28e9,
                              .high = 30e9,
                              .points = 1,
                              .bound = 1});
    std::set<std::string> briefs;
    std::set<std::string_view> dashes;
    for (const ChartRoof& roof : select_roofs(analysis, analysis.points))
        if (roof.level == Level::DRAM) briefs.insert(roof.brief), dashes.insert(dash_of(roof));
    EXPECT_EQ(briefs, (std::set<std::string>{"DRAM load", "DRAM load … copy, bus"}));
    EXPECT_EQ(dashes.size(), 2U);
}

TEST(ChartRoofs, PreferAMeasuredRoofToAHigherSuspectOne) {
    Analysis analysis = sample::analysis_of({});
    for (ceilings::Roof& roof : analysis.ceilings->roofs)
        if (roof.id == "cpu.core.compute.f64.avx2.mix") roof.status = ceilings::Status::suspect;
    EXPECT_EQ(select_roofs(analysis, {})[1].name, "f64 fma avx2, 1 core");
}

TEST(ChartRoofs, NeverIncludeAnAbsentOne) {
    Analysis analysis = sample::analysis_of({});
    std::erase_if(analysis.ceilings->roofs, [](const auto& roof) { return roof.target.isa != Isa::avx512; });
    ASSERT_EQ(analysis.ceilings->roofs.size(), 1U);
    EXPECT_TRUE(select_roofs(analysis, {}).empty());
}

TEST(ChartPoints, CarryOneMarkerPerLevelAndEmphasiseTheBound) {
    const Analysis analysis = sample::workloads();
    const ChartPoints points = place_points(analysis.points);
    const ChartPoint& naive = points.plotted.front();
    EXPECT_EQ(naive.name, "matmul naive/1024");
    ASSERT_EQ(naive.markers.size(), 4U);
    EXPECT_EQ(naive.markers[naive.main].level, Level::L3);
    EXPECT_DOUBLE_EQ(naive.rate, 2.15e9 / 1.9);
    EXPECT_DOUBLE_EQ(naive.markers[3].intensity, 2.15e9 / 3.1e9);
}

TEST(ChartPoints, EmphasiseTheOutermostLevelWithoutRoofs) {
    Analysis analysis = sample::workloads();
    analysis.points[0].components.clear();
    const ChartPoint point = place_points(analysis.points).plotted.front();
    EXPECT_EQ(point.markers[point.main].level, Level::DRAM);
}

TEST(ChartPoints, WithoutAPlaceAreListedWithTheReason) {
    Analysis analysis = sample::workloads();
    PlacedPoint no_bytes = sample::point("no bytes", 1, 1e9, {}),
                no_flops = sample::point("no flops", 1, 0, {1e9});
    no_flops.flops.reset(), no_flops.rate.reset();
    analysis.points.push_back(no_bytes), analysis.points.push_back(no_flops);
    const ChartPoints points = place_points(analysis.points);
    ASSERT_EQ(points.unplotted.size(), 4U);
    EXPECT_EQ(points.plotted.size() + points.unplotted.size(), analysis.points.size());
    EXPECT_EQ(points.unplotted[0].reason, "0 FLOP");
    EXPECT_EQ(points.unplotted[0].detail, "17.5 GB/s at DRAM, 88.8 % of its roof");
    EXPECT_EQ(points.unplotted[1].reason, "no time");
    EXPECT_EQ(points.unplotted[2].reason, "no bytes known");
    EXPECT_EQ(points.unplotted[3].reason, "no FLOP known");
}

TEST(Scale, CoversItsExtentAndSnapsOutwards) {
    Extent extent;
    extent.cover(0.3), extent.cover(40), extent.cover(0), extent.cover(std::nan("")),
        extent.cover(std::numeric_limits<double>::infinity());
    const LogScale scale = scale_over(extent, 0.1, 0.1, 1);
    EXPECT_NEAR(scale.low, std::log10(0.2), 1e-12);
    EXPECT_NEAR(scale.high, std::log10(100), 1e-12);
}

TEST(Scale, LabelsDecadesWithPrefixesAndFewOfThem) {
    LogScale scale{.low = 6, .high = 12};
    std::vector<std::string> labels;
    for (const Tick& tick : ticks(scale, "FLOP/s"))
        if (!tick.label.empty()) labels.push_back(tick.label);
    EXPECT_EQ(labels, (Names{"1 MFLOP/s", "10 MFLOP/s", "100 MFLOP/s", "1 GFLOP/s", "10 GFLOP/s",
                             "100 GFLOP/s", "1 TFLOP/s"}));
    scale = {.low = -320, .high = 308};
    labels.clear();
    for (const Tick& tick : ticks(scale, "FLOP/s"))
        if (!tick.label.empty()) labels.push_back(tick.label);
    EXPECT_LE(labels.size(), 12U);
    EXPECT_GE(labels.size(), 5U);
}

TEST(Scale, LabelsTwoAndFiveOnAShortAxis) {
    std::vector<std::string> labels;
    for (const Tick& tick : ticks({.low = 0, .high = 1}, ""))
        if (!tick.label.empty()) labels.push_back(tick.label);
    EXPECT_EQ(labels, (Names{"1", "2", "5", "10"}));
}

TEST(ChartText, ShowsWhatIsInvisibleAndEscapesMarkup) {
    EXPECT_EQ(markup("a<b>&\"'"), "a&lt;b&gt;&amp;&quot;&#39;");
    EXPECT_EQ(visible("a\nb\tc\x01\x7f"), "a\\nb\\tc\\x01\\x7f");
    EXPECT_EQ(visible(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(visible("\xff\xc3\xa9"), "\\xff\xc3\xa9");
    EXPECT_EQ(visible("\xe2\x80\xae"
                      "x\xef\xbf\xbe\xc2\x85"),
              "\\u{202e}x\\u{fffe}\\x85");
}

TEST(ChartText, CutsByCodePoint) {
    EXPECT_EQ(shorten("abc", 3), "abc");
    EXPECT_EQ(shorten("\xc3\xa9\xc3\xa9\xc3\xa9\xc3\xa9", 3), "\xc3\xa9\xc3\xa9…");
    EXPECT_EQ(fit("a long name", 10, 1000), "a long name");
    EXPECT_LE(text_width(fit("a long name", 10, 40), 10), 40);
}

TEST(ChartText, WritesBoundsInThePrefixOfTheValue) {
    EXPECT_EQ(with_interval(19.7e9, "B/s", Interval{19.2e9, 20.01e9}), "19.7 GB/s [19.2, 20.0]");
    EXPECT_EQ(with_interval(1.004e9, "B/s", Interval{0.9e9, 1.1e9}), "1.00 GB/s [0.900, 1.10]");
    EXPECT_EQ(with_interval(92e-9, "s", std::nullopt), "92.0 ns");
    EXPECT_EQ(quantity(1e-300, "FLOP/s"), "1.00e-300 FLOP/s");
    EXPECT_EQ(percent(0.963), "96.3 %");
    EXPECT_EQ(percent(0.0004), "0.04 %");
}

TEST(Labels, SegmentsCrossBoxes) {
    const Box box{0, 0, 10, 10};
    EXPECT_TRUE(crosses({-5, 5, 15, 5}, box));
    EXPECT_TRUE(crosses({2, 2, 3, 3}, box));
    EXPECT_FALSE(crosses({-5, 11, 15, 11}, box));
    EXPECT_FALSE(crosses({-5, 8, 3, 16}, box));
}

TEST(Labels, NeverOverlapAndFailRatherThanOverlap) {
    LabelBoard board({0, 0, 100, 20});
    const std::vector<Candidate> only{{.text = {.x = 10, .y = 14, .text = "label"}}};
    EXPECT_TRUE(board.place(only));
    EXPECT_FALSE(board.place(only));
    const std::vector<Candidate> outside{{.text = {.x = 90, .y = 14, .text = "label"}}};
    EXPECT_FALSE(board.place(outside));
}

}  // namespace
}  // namespace mansard::analyzer::chart
