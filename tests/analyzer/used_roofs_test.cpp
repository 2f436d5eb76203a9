// The list of used roofs: whom each holds for, and which bytes it counts.
#include <gtest/gtest.h>

#include <algorithm>

#include "analyzer/place.hpp"
#include "tests/analyzer/make_ceilings.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::vector<UsedRoof> used_by(Basis basis, std::optional<int> threads) {
    const Settings settings;
    const ceilings::Ceilings ceilings = four_cores();
    Placer placer(&ceilings, settings, std::nullopt);
    placer.place(
        {.name = "k",
         .threads = threads,
         .seconds = 1,
         .flops = {{.dtype = Dtype::f64, .count = 1e9}},
         .bytes = {{.level = Level::L1, .count = 8e9},
                   {.level = Level::DRAM, .basis = basis, .read = 3e9, .written = 1e9, .count = 4e9}}});
    return placer.usage().roofs();
}

const UsedRoof& of_dram(const std::vector<UsedRoof>& roofs) {
    return *std::find_if(roofs.begin(), roofs.end(),
                         [](const UsedRoof& roof) { return roof.name.starts_with("DRAM"); });
}

TEST(UsedRoofs, SayByNameWhetherTheyCountTheBus) {
    const auto plain = used_by(Basis::architectural, 1), bus = used_by(Basis::traffic, 1);
    EXPECT_EQ(of_dram(plain).name, "DRAM load … copy, 1 core");
    EXPECT_FALSE(of_dram(plain).bus);
    EXPECT_EQ(of_dram(bus).name, "DRAM load … copy, 1 core, bus");
    EXPECT_TRUE(of_dram(bus).bus);
}

TEST(UsedRoofs, HoldForOneCoreOrForSeveral) {
    for (const Basis basis : {Basis::architectural, Basis::traffic}) {
        for (const UsedRoof& roof : used_by(basis, 1)) EXPECT_EQ(roof.scope, Scope::core) << roof.name;
        for (const UsedRoof& roof : used_by(basis, 3)) EXPECT_EQ(roof.scope, Scope::device) << roof.name;
        for (const UsedRoof& roof : used_by(basis, std::nullopt))
            EXPECT_EQ(roof.scope, Scope::device) << roof.name;
    }
}

TEST(UsedRoofs, OfPointsOfDifferentThreadsAreListedOnce) {
    const Settings settings;
    const ceilings::Ceilings ceilings = four_cores();
    Placer placer(&ceilings, settings, std::nullopt);
    for (const std::optional<int> threads : {std::optional<int>(), std::optional(4), std::optional(8)})
        placer.place({.name = "k",
                      .threads = threads,
                      .seconds = 1,
                      .flops = {{.dtype = Dtype::f64, .count = 1e9}},
                      .bytes = {{.level = Level::DRAM, .count = 4e9}}});
    const std::vector<UsedRoof> roofs = placer.usage().roofs();
    ASSERT_EQ(roofs.size(), 2U);
    EXPECT_EQ(roofs[0].points, 3U);
    EXPECT_EQ(roofs[1].points, 3U);
    EXPECT_EQ(roofs[1].bound, 3U);
}

}  // namespace
}  // namespace mansard::analyzer
