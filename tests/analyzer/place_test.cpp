#include "analyzer/place.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

/// One second on one core: 1 GFLOP of f64, 8 GB at L1, 4 at L2, 2 at L3, 1.5 at DRAM (a tenth of its roof).
Point whole_point() {
    return {.name = "k",
            .threads = 1,
            .seconds = 1,
            .flops = {{.dtype = Dtype::f64, .count = 1e9}},
            .bytes = {{.level = Level::L1, .count = 8e9},
                      {.level = Level::L2, .count = 4e9},
                      {.level = Level::L3, .count = 2e9},
                      {.level = Level::DRAM, .count = 1.5e9}}};
}

PlacedPoint place(Point point, const ceilings::Ceilings& ceilings = four_cores(),
                  std::optional<Scope> scope = std::nullopt) {
    const Settings settings;
    Placer placer(&ceilings, settings, scope);
    return placer.place(std::move(point));
}

TEST(Place, WithoutARoofOfTheUsualTypeTheWidestThatThereIsIsAssumed) {
    ceilings::Ceilings narrow = four_cores();
    std::erase_if(narrow.roofs, [](const auto& roof) {
        return roof.target.kind == Kind::compute && roof.target.dtype == Dtype::f64;
    });
    Point point = whole_point();
    point.flops[0].dtype = Dtype::unknown;
    const PlacedPoint placed = place(std::move(point), narrow);
    EXPECT_EQ(placed.status, PlacementStatus::placed) << placed.reason.str();
    EXPECT_NE(std::string_view(placed.components.at(0).roof_id.str()).find("f32"), std::string_view::npos);
}

TEST(Place, TheLargestTimeBounds) {
    const PlacedPoint placed = place(whole_point());
    EXPECT_EQ(placed.status, PlacementStatus::placed);
    EXPECT_EQ(placed.bound, "DRAM");
    EXPECT_DOUBLE_EQ(*placed.efficiency, 0.1);
    EXPECT_DOUBLE_EQ(*placed.attainable, 1e10);
    EXPECT_DOUBLE_EQ(*placed.headroom_seconds, 0.9);
    EXPECT_DOUBLE_EQ(*placed.rate, 1e9);
    ASSERT_EQ(placed.components.size(), 5u);
    EXPECT_DOUBLE_EQ(*placed.utilization(placed.components[0]), 1e9 / 40e9);
    EXPECT_DOUBLE_EQ(*placed.utilization(placed.components[1]), 8e9 / 160e9);
    EXPECT_EQ(placed.bounding()->roof_id, "cpu.core.bandwidth.DRAM.load");
    EXPECT_EQ(placed.intensity()[3], (std::pair{Level::DRAM, 1 / 1.5}));
    EXPECT_EQ(placed.bandwidth()[0], (std::pair{Level::L1, 8e9}));
}

TEST(Place, ComputeBoundsWhereItTakesLongest) {
    Point point = whole_point();
    point.flops[0].count = 20e9;
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.bound, "compute");
    EXPECT_DOUBLE_EQ(*placed.efficiency, 0.5);
    EXPECT_DOUBLE_EQ(*placed.attainable, 40e9);
}

TEST(Place, NumberTypesShareTheVectorUnits) {
    Point point = whole_point();
    point.flops = {{.dtype = Dtype::f64, .count = 20e9}, {.dtype = Dtype::f32, .count = 20e9}};
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.bound, "compute");
    EXPECT_DOUBLE_EQ(*placed.efficiency, 20.0 / 40 + 20.0 / 80);
    EXPECT_DOUBLE_EQ(*placed.flops, 40e9);
}

TEST(Place, ReadsAndWritesUseTheRoofOfTheirMix) {
    Point point = whole_point();
    point.bytes[3] = {.level = Level::DRAM, .read = 1e9, .written = 1e9, .count = 2e9};
    EXPECT_DOUBLE_EQ(*place(point).bounding()->roof, 12e9);
}

TEST(Place, TrafficIsComparedWithTheBus) {
    Point point = whole_point();
    point.bytes[3] = {
        .level = Level::DRAM, .basis = Basis::traffic, .read = 2e9, .written = 1e9, .count = 3e9};
    EXPECT_NEAR(*place(point).bounding()->roof, 18e9, 1);
}

TEST(Place, ThreadsChooseTheRoofs) {
    Point point = whole_point();
    point.threads = std::nullopt;
    EXPECT_DOUBLE_EQ(*place(point).efficiency, 1.5 / 20);
    EXPECT_DOUBLE_EQ(*place(point, four_cores(), Scope::core).efficiency, 0.1);
    point.threads = 1;
    EXPECT_DOUBLE_EQ(*place(point, four_cores(), Scope::device).efficiency, 1.5 / 20);
    point.threads = 2;
    EXPECT_DOUBLE_EQ(*place(point).components[2].roof, 160e9);
}

TEST(Place, ZeroFlopIsPlacedByItsBytes) {
    Point point = whole_point();
    point.flops[0].count = 0;
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::placed);
    EXPECT_EQ(placed.bound, "DRAM");
    EXPECT_DOUBLE_EQ(*placed.attainable, 15e9);
    EXPECT_EQ(placed.components.size(), 4u);
}

TEST(Place, ZeroBytesAtALevelAreNoComponent) {
    Point point = whole_point();
    point.bytes[3].count = 0;
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::placed);
    EXPECT_EQ(placed.bound, "L1");  // 0.05 s, as at L2 and L3: the first of equals
    EXPECT_EQ(placed.components.size(), 4u);
    EXPECT_EQ(placed.intensity().size(), 3u);
}

TEST(Place, UnknownFlopsLeaveTheBoundOpen) {
    Point point = whole_point();
    point.flops.clear();
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::incomplete);
    EXPECT_EQ(placed.bound, "");
    EXPECT_EQ(placed.bounding(), nullptr);
    EXPECT_DOUBLE_EQ(*placed.efficiency, 0.1);
    EXPECT_FALSE(placed.rate);
    EXPECT_FALSE(placed.attainable);
    EXPECT_NE(placed.reason.str().find("FLOPs are unknown"), std::string::npos);
}

TEST(Place, UnknownBytesOfTheOutermostMemoryLeaveTheBoundOpen) {
    Point point = whole_point();
    point.bytes.pop_back();
    const PlacedPoint placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::incomplete);
    EXPECT_EQ(placed.bound, "");
    EXPECT_NE(placed.reason.str().find("DRAM"), std::string::npos);
}

TEST(Place, UnknownBytesOfAnInnerLevelDoNot) {
    Point point = whole_point();
    point.bytes.erase(point.bytes.begin());
    EXPECT_EQ(place(point).status, PlacementStatus::placed);
}

TEST(Place, AMissingRoofOfTheOutermostMemoryLeavesTheBoundOpen) {
    ceilings::Ceilings ceilings = four_cores();
    std::erase_if(ceilings.roofs,
                  [](const ceilings::Roof& roof) { return roof.target.level == Level::DRAM; });
    const PlacedPoint placed = place(whole_point(), ceilings);
    EXPECT_EQ(placed.status, PlacementStatus::incomplete);
    EXPECT_DOUBLE_EQ(*placed.efficiency, 0.05);
}

TEST(Place, NoTimeStillHasAnAttainableRate) {
    for (const std::optional<double> seconds : {std::optional<double>(), std::optional(0.0)}) {
        Point point = whole_point();
        point.seconds = seconds;
        const PlacedPoint placed = place(point);
        EXPECT_EQ(placed.status, PlacementStatus::no_time);
        EXPECT_FALSE(placed.reason.empty());
        EXPECT_FALSE(placed.rate);
        EXPECT_FALSE(placed.efficiency);
        EXPECT_DOUBLE_EQ(*placed.attainable, 1e10);
    }
}

TEST(Place, NoWork) {
    EXPECT_EQ(place({.name = "sleep", .seconds = 1}).status, PlacementStatus::no_work);
    EXPECT_EQ(place({.name = "sleep", .seconds = 1, .flops = {{.count = 0}}}).status,
              PlacementStatus::no_work);
}

TEST(Place, NoRoofs) {
    const Settings settings;
    Placer placer(nullptr, settings, std::nullopt);
    const PlacedPoint placed = placer.place(whole_point());
    EXPECT_EQ(placed.status, PlacementStatus::no_roofs);
    EXPECT_DOUBLE_EQ(*placed.rate, 1e9);
    EXPECT_EQ(placed.intensity().size(), 4u);
    EXPECT_TRUE(placed.components.empty());
}

TEST(Place, AboveTheHighestRoofIsAnErrorAndNotClipped) {
    // 18 GB/s is beyond the load roof (15) but not beyond the non-temporal one (18): no error yet.
    Point point = whole_point();
    point.bytes[3].count = 18e9;
    PlacedPoint placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::placed);
    EXPECT_DOUBLE_EQ(*placed.efficiency, 1.2);
    // The limit is 1.03 × the upper end of its interval: 1.03 × 18.18.
    point.bytes[3].count = 18.7e9;
    EXPECT_EQ(place(point).status, PlacementStatus::placed);
    point.bytes[3].count = 18.8e9;
    placed = place(point);
    EXPECT_EQ(placed.status, PlacementStatus::above_roof);
    EXPECT_DOUBLE_EQ(*placed.efficiency, 18.8 / 15);
    EXPECT_EQ(placed.bound, "DRAM");
    EXPECT_NE(placed.reason.str().find("nt_store"), std::string::npos) << placed.reason.str();
}

TEST(Place, ComputeAboveTheHighestMixIsAnError) {
    Point point = whole_point();
    point.flops[0].count = 51e9;
    EXPECT_EQ(place(point).status, PlacementStatus::placed);  // the mix roof is 50, its upper end 50.5
    point.flops[0].count = 53e9;
    EXPECT_EQ(place(point).status, PlacementStatus::above_roof);
}

TEST(Place, UnknownTypesAreTakenForF64AsLongAsThatIsPossible) {
    Point point = whole_point();
    point.flops[0] = {.dtype = Dtype::unknown, .count = 20e9};
    EXPECT_DOUBLE_EQ(*place(point).components[0].roof, 40e9);
    point.flops[0].count = 60e9;  // no f64 code is that fast
    EXPECT_DOUBLE_EQ(*place(point).components[0].roof, 80e9);
    point.flops[0].count = 90e9;  // and no code at all
    EXPECT_EQ(place(point).status, PlacementStatus::above_roof);
}

TEST(Place, OverflowsAreLeftOutWithAReason) {
    Point point = whole_point();
    point.flops[0].count = 1e300;
    point.seconds = 1e-300;
    const PlacedPoint placed = place(point);
    EXPECT_FALSE(placed.rate);
    EXPECT_FALSE(placed.efficiency);
    EXPECT_NE(placed.reason.str().find("beyond the range"), std::string::npos);
    for (const auto& [level, value] : placed.bandwidth()) EXPECT_TRUE(std::isfinite(value));
    point.flops = {{.dtype = Dtype::f64, .count = 1e308}, {.dtype = Dtype::f32, .count = 1e308}};
    EXPECT_FALSE(place(point).flops);
}

TEST(Place, WhatWasUsedAndAssumedIsTold) {
    const ceilings::Ceilings ceilings = four_cores();
    const Settings settings;
    Placer placer(&ceilings, settings, std::nullopt);
    Point point = whole_point();
    point.threads = std::nullopt;
    point.flops[0].dtype = Dtype::unknown;
    placer.place(Point(point));
    placer.place(Point(point));
    const auto roofs = placer.usage().roofs();
    ASSERT_EQ(roofs.size(), 5u);
    EXPECT_EQ(roofs[0].ids, std::vector<std::string>{"cpu.device.compute.f64.avx2.fma"});
    EXPECT_EQ(roofs[4].name, "DRAM load, 4 cores");
    EXPECT_EQ(roofs[4].points, 2u);
    EXPECT_EQ(roofs[4].bound, 2u);
    EXPECT_DOUBLE_EQ(roofs[4].interval->high, 20.2e9);
    std::string codes;
    for (const Note& note : placer.usage().notes()) codes += note.code + " ";
    EXPECT_EQ(codes, "dtype_assumed mix_assumed threads_unknown ");
}

TEST(Place, OfAnAcceleratorThreadsAreNoQuestion) {
    ceilings::Ceilings ceilings = four_cores();
    std::erase_if(ceilings.roofs, [](const auto& roof) { return roof.target.scope != Scope::device; });
    for (ceilings::Roof& roof : ceilings.roofs) {
        roof.target.device = "cuda:0";
        roof.target.threads = 1;
    }
    const Settings settings;
    Placer placer(&ceilings, settings, std::nullopt);
    Point point = whole_point();
    point.threads = std::nullopt;
    placer.place(std::move(point));
    for (const Note& note : placer.usage().notes()) EXPECT_NE(note.code, "threads_unknown");
    for (const UsedRoof& roof : placer.usage().roofs())
        EXPECT_TRUE(roof.name.ends_with(", cuda:0")) << roof.name;
    EXPECT_FALSE(placer.usage().roofs().empty());
}

TEST(Place, ASuspectRoofIsToldOf) {
    ceilings::Ceilings ceilings = four_cores();
    roof_at(ceilings, memory_target(Level::L2, Pattern::load, Scope::core)).status =
        ceilings::Status::suspect;
    const Settings settings;
    Placer placer(&ceilings, settings, std::nullopt);
    placer.place(whole_point());
    bool told = false;
    for (const Note& note : placer.usage().notes()) told = told || note.code == "suspect_roof";
    EXPECT_TRUE(told);
}

}  // namespace
}  // namespace mansard::analyzer
