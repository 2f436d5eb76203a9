// What a chart draws on request only: the roofs of unoptimized code, and the way around the ridges.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/chart/layout.hpp"
#include "tests/data/chart/sample_analysis.hpp"

namespace mansard::analyzer::chart {
namespace {

Analysis with_extras() {
    Analysis analysis = sample::workloads();
    auto& roofs = analysis.ceilings->roofs;
    roofs.push_back(sample::compute(Scope::core, Dtype::f64, Isa::avx2, Op::one_chain, 6e9));
    roofs.push_back(sample::compute(Scope::core, Dtype::f64, Isa::avx2, Op::mul_add, 30e9));
    for (const double intensity : {4.0, 0.25, 1.0})
        roofs.push_back(sample::finished({.kind = Kind::ridge,
                                          .dtype = Dtype::f64,
                                          .isa = Isa::avx2,
                                          .engine = Engine::vector,
                                          .op = Op::fma,
                                          .level = Level::DRAM,
                                          .intensity = intensity},
                                         std::min(45e9, 19e9 * intensity)));
    return analysis;
}

bool has(const std::vector<ChartRoof>& roofs, std::string_view brief) {
    return std::any_of(roofs.begin(), roofs.end(),
                       [&](const ChartRoof& roof) { return roof.brief == brief; });
}

TEST(ChartExtras, TheRoofsOfUnoptimizedCodeAreDrawnOnRequest) {
    const Analysis analysis = with_extras();
    EXPECT_FALSE(has(select_roofs(analysis, analysis.points), "f64 one_chain avx2"));
    const auto roofs = select_roofs(analysis, analysis.points, {.optimizations = true});
    EXPECT_TRUE(has(roofs, "f64 one_chain avx2"));
    EXPECT_TRUE(has(roofs, "f64 mul_add avx2"));
}

TEST(ChartExtras, ARidgeIsDrawnOnRequestInTheOrderOfItsIntensities) {
    const Analysis analysis = with_extras();
    const auto ridges = select_ridges(analysis, select_roofs(analysis, analysis.points));
    ASSERT_EQ(ridges.size(), 1U);
    EXPECT_EQ(ridges[0].level, Level::DRAM);
    ASSERT_EQ(ridges[0].samples.size(), 3U);
    EXPECT_EQ(ridges[0].samples[0].intensity, 0.25);
    EXPECT_EQ(ridges[0].samples[2].intensity, 4);

    const Scene plain = lay_out(analysis, 20), drawn = lay_out(analysis, 20, {.ridges = true});
    EXPECT_EQ(drawn.lines.size(), plain.lines.size() + 2);
    EXPECT_EQ(drawn.markers.size(), plain.markers.size() + 3);
    for (const Line& line : drawn.lines) {
        EXPECT_GE(std::min(line.x0, line.x1), 0);
        EXPECT_LE(std::max(line.x0, line.x1), drawn.width);
    }
}

TEST(ChartExtras, WhatFindsNothingToDrawIsSaid) {
    const Analysis has = with_extras(), lacks = sample::workloads();
    const Extras both{.optimizations = true, .ridges = true};
    EXPECT_TRUE(undrawn(has, has.points, both).empty());
    EXPECT_TRUE(undrawn(lacks, lacks.points, {}).empty());
    Analysis bare = sample::workloads();
    std::erase_if(bare.ceilings->roofs,
                  [](const ceilings::Roof& roof) { return roof.target.isa == Isa::scalar; });
    const auto notes = undrawn(bare, bare.points, both);
    ASSERT_EQ(notes.size(), 2U);
    EXPECT_NE(notes[0].find("unoptimized code"), std::string::npos);
    EXPECT_NE(notes[1].find("ridges"), std::string::npos);
    const Scene scene = lay_out(bare, 20, both);
    for (const std::string& note : notes)
        EXPECT_TRUE(std::any_of(scene.texts.begin(), scene.texts.end(), [&](const Text& text) {
            return text.text.substr(0, 20) == note.substr(0, 20);
        })) << note;
    Analysis without = sample::workloads();
    without.ceilings.reset();
    EXPECT_EQ(undrawn(without, without.points, both).size(), 1U);
}

TEST(ChartExtras, OneSampleIsNoWayAroundARidge) {
    Analysis analysis = with_extras();
    std::erase_if(analysis.ceilings->roofs, [](const ceilings::Roof& roof) {
        return roof.target.intensity && *roof.target.intensity != 1;
    });
    EXPECT_TRUE(select_ridges(analysis, select_roofs(analysis, analysis.points)).empty());
}

}  // namespace
}  // namespace mansard::analyzer::chart
