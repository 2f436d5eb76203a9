// Points of several number types: their common rate is theirs alone, and the roofs of the types stay real.
#include <gtest/gtest.h>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/selection.hpp"
#include "tests/analyzer/make_comparisons.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// One core: 40 GFLOP/s of f64 FMA (50 of the best mix), 80 of f32.
Analysis analyzed(double f64, double f32) {
    return analysis_of(
        one({.name = "k",
             .threads = 1,
             .seconds = 1,
             .flops = {{.dtype = Dtype::f64, .count = f64}, {.dtype = Dtype::f32, .count = f32}},
             .bytes = {{.level = Level::DRAM, .count = 1e8}}}),
        true);
}

const UsedRoof* used(const Analysis& analysis, std::string_view id) {
    for (const UsedRoof& roof : analysis.roofs)
        if (roof.ids == std::vector<std::string>{std::string(id)}) return &roof;
    return nullptr;
}

constexpr std::string_view f64_id = "cpu.core.compute.f64.avx2.fma", f32_id = "cpu.core.compute.f32.avx2.fma";

TEST(MixedTypes, ListTheRoofOfEachTypeAtItsOwnValue) {
    const Analysis analysis = analyzed(20e9, 20e9);
    const PlacedPoint& placed = analysis.points.at(0);
    EXPECT_DOUBLE_EQ(*placed.efficiency, 0.5 + 0.25);
    EXPECT_DOUBLE_EQ(*placed.bounding()->roof, 40e9 / 0.75);
    EXPECT_TRUE(placed.bounding()->roof_id.empty()) << "two roofs";
    ASSERT_NE(used(analysis, f64_id), nullptr);
    ASSERT_NE(used(analysis, f32_id), nullptr);
    for (const auto& [id, value] : {std::pair(f64_id, 40e9), {f32_id, 80e9}}) {
        EXPECT_DOUBLE_EQ(used(analysis, id)->low, value) << id;
        EXPECT_DOUBLE_EQ(used(analysis, id)->high, value) << id;
        EXPECT_LE(used(analysis, id)->interval->low, value);
        EXPECT_GE(used(analysis, id)->interval->high, value);
        EXPECT_EQ(used(analysis, id)->points, 1U);
    }
    EXPECT_EQ(used(analysis, f64_id)->bound, 1U) << "the type that takes longest";
    EXPECT_EQ(used(analysis, f32_id)->bound, 0U);
    ASSERT_EQ(analysis.findings.size(), 1U);
    EXPECT_NE(analysis.findings[0].text.find("53.3 GFLOP/s (the mix of f64 and f32), 75 %"),
              std::string::npos)
        << analysis.findings[0].text;
}

TEST(MixedTypes, AreAboveTheRoofThatTheirEfficiencyIsOf) {
    const Analysis analysis = analyzed(60e9, 60e9);
    const PlacedPoint& placed = analysis.points.at(0);
    EXPECT_EQ(placed.status, PlacementStatus::above_roof);
    // The highest f64 roof is its best mix: 60 ÷ 50 + 60 ÷ 80 s at least.
    EXPECT_EQ(placed.reason.str().substr(0, placed.reason.str().find(", 1 core")),
              "compute: 120 GFLOP/s is 1.95 × the highest roof, the f64+f32 mix of f64 mix avx2");
    EXPECT_NE(placed.reason.str().find("(61.5 GFLOP/s, at most 62.2 GFLOP/s)"), std::string::npos)
        << placed.reason.str();
}

TEST(MixedTypes, OfAGpuAreAboveNoRoofWhileTheirUnitsWorkSideBySide) {
    ceilings::Ceilings gpu = four_cores();
    gpu.roofs.clear();
    for (const auto& [dtype, value] : {std::pair(Dtype::f64, 25e12), {Dtype::f32, 50e12}}) {
        Target target = compute_target(Scope::device, dtype, Isa::simt);
        target.device = "cuda:0";
        gpu.roofs.push_back(roof_of(target, value));
    }
    const Analysis analysis = analysis_of(
        one({.name = "k",
             .device = "cuda:0",
             .seconds = 1,
             .flops = {{.dtype = Dtype::f64, .count = 24e12}, {.dtype = Dtype::f32, .count = 52e12}}}),
        gpu);
    EXPECT_NE(analysis.points.at(0).status, PlacementStatus::above_roof) << analysis.points[0].reason.str();
}

TEST(MixedTypes, AreDrawnUnderTheRealRoofs) {
    const Analysis analysis = analyzed(20e9, 20e9);
    chart::Selection selection(analysis);
    selection.add_bounding(analysis.points);
    std::vector<double> values;
    for (const auto& roof : selection.take()) values.push_back(roof.value);
    EXPECT_EQ(values, (std::vector<double>{80e9, 40e9}));
}

TEST(MixedTypes, OfMatrixUnitsAreNotDrawnUnderTheVectorsRoof) {
    ceilings::Ceilings ceilings = four_cores();
    const auto add = [&](Dtype dtype, Isa isa, Engine engine, double value) {
        Target target = compute_target(Scope::core, dtype, isa);
        target.engine = engine;
        ceilings.roofs.push_back(roof_of(target, value));
    };
    add(Dtype::bf16, Isa::amx, Engine::matrix, 4e12);
    add(Dtype::f16, Isa::amx, Engine::matrix, 2e12);
    add(Dtype::bf16, Isa::avx512_bf16, Engine::vector, 1e12);
    std::vector<Point> points;
    points.push_back({.name = "mix",
                      .threads = 1,
                      .seconds = 1,
                      .flops = {{.dtype = Dtype::bf16, .engine = Engine::matrix, .count = 1e12},
                                {.dtype = Dtype::f16, .engine = Engine::matrix, .count = 1e12}}});
    points.push_back({.name = "vector",
                      .threads = 1,
                      .seconds = 1,
                      .flops = {{.dtype = Dtype::bf16, .engine = Engine::vector, .count = 5e11}}});
    const Analysis analysis = analysis_of(std::move(points), std::move(ceilings));
    chart::Selection selection(analysis);
    selection.add_bounding(analysis.points);
    for (const auto& roof : selection.take()) EXPECT_EQ(roof.bound, 1U) << roof.name;
}

}  // namespace
}  // namespace mansard::analyzer
