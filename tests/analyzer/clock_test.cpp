#include "analyzer/clock.hpp"

#include <gtest/gtest.h>

#include "tests/analyzer/make_ceilings.hpp"
#include "tests/analyzer/scratch.hpp"

namespace mansard::analyzer {
namespace {

using namespace testing;

std::vector<Profile> profile_at(double clock_hz) {
    Point point{.name = "k", .seconds = 1};
    point.details = std::make_shared<const Details>(Details{.clock_hz = clock_hz});
    std::vector<Profile> profiles(1);
    profiles[0].points.push_back(std::move(point));
    return profiles;
}

ceilings::Ceilings roofs_at(double clock_hz) {
    ceilings::Ceilings ceilings = four_cores();
    for (ceilings::Roof& roof : ceilings.roofs) roof.clock_hz = clock_hz;
    return ceilings;
}

const ceilings::Roof& roof(const ceilings::Ceilings& ceilings, const Target& target) {
    for (const ceilings::Roof& one : ceilings.roofs)
        if (one.id == roof_id(target)) return one;
    throw std::logic_error("no such roof");
}

TEST(Clock, ThreePercentCountAsTheSame) {
    ceilings::Ceilings ceilings = roofs_at(1e9);
    EXPECT_TRUE(compare_clocks(profile_at(1.029e9), ceilings, false).empty());
    EXPECT_EQ(codes(compare_clocks(profile_at(1.029e9), ceilings, true)), "clock_same");
    const auto notes = compare_clocks(profile_at(0.5e9), ceilings, false);
    EXPECT_EQ(codes(notes), "clock_differs");
    EXPECT_NE(notes[0].remedy.find("--match-clock"), std::string::npos);
    EXPECT_DOUBLE_EQ(*roof(ceilings, compute_target(Scope::device)).value, 150e9) << "only said";
}

TEST(Clock, RescalesWhatTheCoreClockDrives) {
    ceilings::Ceilings ceilings = roofs_at(1e9);
    EXPECT_EQ(codes(compare_clocks(profile_at(0.5e9), ceilings, true)), "clock_matched");
    const ceilings::Roof& compute = roof(ceilings, compute_target(Scope::device));
    EXPECT_DOUBLE_EQ(*compute.value, 75e9);
    EXPECT_DOUBLE_EQ(compute.ci95->high, 75e9 * 1.01);
    EXPECT_EQ(codes(compute.notes), "clock_matched");
    EXPECT_DOUBLE_EQ(*roof(ceilings, memory_target(Level::L1, Pattern::load, Scope::core)).value, 80e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, memory_target(Level::L2, Pattern::load, Scope::core)).value, 80e9);
    EXPECT_DOUBLE_EQ(*roof(ceilings, memory_target(Level::DRAM, Pattern::load, Scope::device)).value, 20e9);
}

TEST(Clock, WithoutAClockThereIsNothingToCompare) {
    ceilings::Ceilings ceilings = roofs_at(1e9), without = four_cores();
    std::vector<Profile> unknown(1);
    unknown[0].points.push_back({.name = "k", .seconds = 1});
    EXPECT_TRUE(compare_clocks(unknown, ceilings, false).empty());
    EXPECT_TRUE(compare_clocks(profile_at(5e8), without, false).empty());
    const auto asked = compare_clocks(unknown, ceilings, true);
    EXPECT_EQ(codes(asked), "clock_unknown");
    EXPECT_NE(asked[0].text.find("no profile says at which clock it ran"), std::string::npos);
    const auto roofs = compare_clocks(profile_at(5e8), without, true);
    EXPECT_EQ(codes(roofs), "clock_unknown");
    EXPECT_NE(roofs[0].text.find("the roofs do not say"), std::string::npos);
}

}  // namespace
}  // namespace mansard::analyzer
