// A neighbour that is there in every block alike: only what the family is known to reach alone shows it.
#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "ceilings/physics.hpp"
#include "ceilings/rule.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

/// The roof of steady blocks of `per_cycle` (FLOP or B) at 3 GHz.
Roof steady(const Target& target, double per_cycle, const Machine& machine, std::size_t blocks = 13) {
    Series series = series_of(target, std::vector<double>(blocks, 3e9 * per_cycle * target.threads));
    for (Block& block : series.blocks) set_clock(block, 3e9);
    Samples samples = samples_of({series});
    samples.machine = machine;
    return build(samples).roofs.at(0);
}

bool is_told(const Roof& roof) {
    return std::ranges::any_of(roof.notes, [](const Note& note) { return note.code == "below_family"; });
}

TEST(BelowFamily, ASteadyLossIsNoRoofWithoutAFlag) {
    for (const std::size_t blocks : {std::size_t{2}, std::size_t{13}}) {
        const Roof spoilt = steady(memory_target(Level::L1), 52, zen3(), blocks);
        EXPECT_TRUE(has_flag(spoilt, "contended"));
        ASSERT_TRUE(is_told(spoilt));
        EXPECT_NE(spoilt.notes[0].text.find("52.0 of the 63"), std::string::npos) << spoilt.notes[0].text;
        EXPECT_EQ(spoilt.status, Status::measured) << "it is what the core reached all the same";
    }
    EXPECT_TRUE(is_told(steady(compute_target(Op::fma), 14.5, zen3())));
    EXPECT_TRUE(is_told(steady(memory_target(Level::L2, Pattern::load, 2), 28, zen3()))) << "of each core";
}

TEST(BelowFamily, WhatTheFamilyReachesIsNotTold) {
    EXPECT_FALSE(is_told(steady(memory_target(Level::L1), 63, zen3())));
    EXPECT_FALSE(is_told(steady(memory_target(Level::L2), 31, zen3())));
    EXPECT_FALSE(is_told(steady(compute_target(Op::fma), 15.8, zen3())));
}

TEST(BelowFamily, NothingIsSaidOfWhatIsNotKnown) {
    Machine other = zen3();
    other.cpu_family = 23;
    other.cpu_model_number = 49;
    EXPECT_FALSE(is_told(steady(memory_target(Level::L1), 52, other))) << "no figures of Zen 2";
    EXPECT_FALSE(is_told(steady(memory_target(Level::L3), 10, zen3()))) << "L3 is shared";
    EXPECT_FALSE(is_told(steady(compute_target(Op::div), 1, zen3())));
    Target narrow = memory_target(Level::L1);
    narrow.isa = Isa::sse2;
    EXPECT_FALSE(is_told(steady(narrow, 28, zen3()))) << "of another instruction set";
}

TEST(BelowFamily, EveryFigureIsWithinItsLimit) {
    const auto datasheet = find_datasheet(zen3());
    ASSERT_TRUE(datasheet && datasheet->content.contains("alone"));
    int known = 0;
    for (const Level level : {Level::L1, Level::L2})
        for (const Pattern pattern : {Pattern::load, Pattern::store, Pattern::copy, Pattern::triad}) {
            const Target target = memory_target(level, pattern);
            const Work work{.read_bytes = pattern == Pattern::store   ? 0.0
                                          : pattern == Pattern::triad ? 16
                                                                      : 8,
                            .written_bytes = pattern == Pattern::load ? 0.0 : 8};
            const auto alone = reached_alone(*datasheet, target, work);
            const auto limit = limit_per_cycle(*datasheet, target, work);
            known += alone.has_value();
            if (!alone || !limit) continue;
            EXPECT_LT(*alone, limit->value) << name_of(level) << ' ' << name_of(pattern);
        }
    EXPECT_EQ(known, 8);
}

}  // namespace
}  // namespace mansard::ceilings
