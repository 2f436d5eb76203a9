// Where threads are known to have waited for this system's own programs, no note guesses at another cause.
#include "ceilings/waits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

const Note* find_note(const std::vector<Note>& notes, std::string_view code) {
    const auto found = std::ranges::find(notes, code, &Note::code);
    return found == notes.end() ? nullptr : &*found;
}

/// 13 blocks of `per_cycle` at 3 GHz on a Zen 3; its threads waited for `waited` of the time.
Series series_with(const Target& target, double per_cycle, double waited) {
    Series series = series_of(target, std::vector<double>(13, 3e9 * per_cycle));
    for (Block& block : series.blocks) {
        set_clock(block, 3e9);
        block.waited_s = 3 * waited;
    }
    return series;
}

Ceilings built_of(std::vector<Series> series) {
    Samples samples = samples_of(std::move(series));
    samples.machine = zen3();
    return build(samples);
}

TEST(Waits, AreAShareOfTheTime) {
    EXPECT_DOUBLE_EQ(waiting_share(series_with(compute_target(), 15, 0.25)), 0.25);
    EXPECT_DOUBLE_EQ(waiting_share(series_with(compute_target(), 15, 7)), 1);
    EXPECT_DOUBLE_EQ(waiting_share(series_of(compute_target(), {})), 0);
    EXPECT_FALSE(is_held_up_here(series_with(compute_target(), 15, 0.02)));
    EXPECT_TRUE(is_held_up_here(series_with(compute_target(), 15, 0.04)));
    Series once = series_with(compute_target(), 15, 0);
    once.blocks[3].waits = {0.5, 0.5, 0.5};
    EXPECT_TRUE(is_held_up_here(once));
}

TEST(Waits, ExplainWhatIsBelowTheFamily) {
    const auto remedy = [](double waited) {
        const Ceilings built = built_of({series_with(memory_target(Level::L1), 52, waited)});
        const Note* note = find_note(built.roofs.at(0).notes, "below_family");
        return note == nullptr ? std::string() : note->remedy;
    };
    EXPECT_NE(remedy(0).find("another guest may work"), std::string::npos) << remedy(0);
    EXPECT_EQ(remedy(0.2).find("guest"), std::string::npos) << remedy(0.2);
    EXPECT_NE(remedy(0.2).find("its threads waited"), std::string::npos) << remedy(0.2);
}

TEST(Waits, ExplainWhatIsBelowTheSearch) {
    Series series = series_with(compute_target(), 13, 0.2);
    for (const int round : {0, 1}) {
        Block block = block_of(series.target, 3e9 * 15, round, Phase::search);
        set_clock(block, 3e9);
        series.blocks.push_back(block);
    }
    const Ceilings built = built_of({series});
    const Note* note = find_note(built.roofs.at(0).notes, "slower_than_search");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->remedy.find("its threads waited"), std::string::npos) << note->remedy;
}

TEST(Waits, LeaveNothingToSayOfThePorts) {
    // 10 of 16 FLOP per cycle.
    const auto note = [](double per_cycle, double waited) -> std::string {
        const Ceilings built = built_of({series_with(compute_target(), per_cycle, waited)});
        EXPECT_TRUE(std::ranges::count(built.roofs.at(0).flags, "contended"));
        const Note* found = find_note(built.notes, "ports_half_empty");
        return found == nullptr ? std::string() : found->text;
    };
    EXPECT_TRUE(note(10, 0).starts_with("1 roof of FMA or L1 loads fills its ports by 62 %, and"))
        << note(10, 0);
    EXPECT_EQ(note(10, 0.2), "") << "the cause is known";
    EXPECT_EQ(note(0.2, 0), "") << "1 % is no other hardware thread's doing";
    const Ceilings two = built_of({series_with(compute_target(), 10, 0),
                                   series_with(compute_target(Op::fma, Isa::avx2, Dtype::f32), 22, 0)});
    const Note* both = find_note(two.notes, "ports_half_empty");
    ASSERT_NE(both, nullptr);
    EXPECT_TRUE(both->text.starts_with("2 roofs of FMA and L1 loads fill their ports by 62 % and more"))
        << both->text;
}

}  // namespace
}  // namespace mansard::ceilings
