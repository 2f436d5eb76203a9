// Threads that waited for their CPUs: what they spoil is flagged, then suspect, and never called something
// else.
#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/error.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

const Note* find_note(const std::vector<Note>& notes, std::string_view code) {
    const auto found =
        std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.code == code; });
    return found == notes.end() ? nullptr : &*found;
}

/// Blocks of three trials of 1 s at 3 GHz; the threads of the first `spoilt` waited for half of each.
Series waiting(const Target& target, double value, int blocks, int spoilt) {
    Series series = series_of(target, std::vector<double>(static_cast<std::size_t>(blocks), value));
    for (int i = 0; i < blocks; ++i) {
        Block& block = series.blocks[static_cast<std::size_t>(i)];
        set_clock(block, 3e9);
        block.waits = std::vector<double>(3, i < spoilt ? 0.5 : 1e-6);
    }
    return series;
}

Roof roof_with(int blocks, int spoilt) {
    return build(samples_of({waiting(compute_target(), 45e9, blocks, spoilt)})).roofs.at(0);
}

TEST(Waiting, OneBlockFlagsAndMoreThanAQuarterAreSuspect) {
    EXPECT_FALSE(has_flag(roof_with(16, 0), "contended"));
    EXPECT_TRUE(has_flag(roof_with(16, 1), "contended"));
    EXPECT_EQ(roof_with(16, 4).status, Status::measured);
    const Roof roof = roof_with(16, 5);
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_TRUE(roof.reason.starts_with("in 5 of 16 blocks its threads waited")) << roof.reason;
    EXPECT_DOUBLE_EQ(*roof.value, 45e9) << "kept as it was measured";
    EXPECT_EQ(roof_with(1, 1).status, Status::suspect) << "a quick plan's only block";
}

TEST(Waiting, ASuspectRoofIsStatusFour) {
    const Ceilings built = build(samples_of({waiting(latency_target(Level::L2), 12e-9, 3, 3)}));
    EXPECT_EQ(built.roofs.at(0).status, Status::suspect);
    EXPECT_EQ(verdict(built), Exit::suspect);
    EXPECT_NE(find_note(built.notes, "threads_waited"), nullptr);
}

TEST(Waiting, WhereItCannotBeToldThatIsSaid) {
    Samples samples = samples_of({series_of(compute_target(), {45e9, 45e9, 45e9})});
    EXPECT_EQ(find_note(build(samples).notes, "waits_unknown"), nullptr) << "the scheduler's count is there";
    samples.after.waited_s.reset();
    const Note* note = nullptr;
    const Ceilings built = build(samples);
    ASSERT_NE(note = find_note(built.notes, "waits_unknown"), nullptr);
    EXPECT_FALSE(note->remedy.empty());
    samples.series[0] = waiting(compute_target(), 45e9, 3, 0);
    EXPECT_EQ(find_note(build(samples).notes, "waits_unknown"), nullptr) << "the clock of CPU time is fine";
    samples.series[0].blocks.clear();
    EXPECT_EQ(find_note(build(samples).notes, "waits_unknown"), nullptr) << "nothing was measured";
}

TEST(Waiting, AFewDisturbedTrialsAreNoSpoiltBlock) {
    Series series = waiting(compute_target(), 45e9, 13, 0);
    for (Block& block : series.blocks) block.waits[1] = 0.5;  // one of three: the median is another
    const Ceilings built = build(samples_of({series}));
    EXPECT_EQ(built.roofs.at(0).status, Status::measured);
    EXPECT_EQ(find_note(built.notes, "threads_waited"), nullptr);
}

Target on_both_cores(Target target) {
    target.scope = Scope::device;
    target.threads = 2;
    return target;
}

TEST(Waiting, IsNotTakenForSharedCores) {
    const Ceilings built = build(samples_of(
        {waiting(compute_target(), 45e9, 13, 0), waiting(on_both_cores(compute_target()), 46e9, 13, 13)}));
    const Roof& device = built.roofs.at(1);
    EXPECT_EQ(device.status, Status::suspect);
    EXPECT_EQ(device.reason.find("share physical cores"), std::string::npos) << device.reason;
    EXPECT_EQ(find_note(device.notes, "cores_shared"), nullptr);
    EXPECT_EQ(find_note(built.notes, "ports_half_empty"), nullptr) << "nothing is said of the ports either";
}

TEST(Waiting, TheFewBlocksThatItLeavesDecideNothingAboutCores) {
    const Ceilings built = build(samples_of(
        {waiting(compute_target(), 45e9, 13, 0), waiting(on_both_cores(compute_target()), 46e9, 13, 11)}));
    for (const Note& note : built.roofs.at(1).notes) EXPECT_NE(note.code, "cores_shared");
    EXPECT_EQ(built.roofs.at(1).reason.find("share"), std::string::npos) << built.roofs.at(1).reason;
}

TEST(SharedCores, AreNamedOnlyWhereEveryBlockShowsThem) {
    Samples samples = samples_of(
        {waiting(compute_target(), 45e9, 13, 0), waiting(on_both_cores(compute_target()), 46e9, 13, 0)});
    EXPECT_NE(find_note(build(samples).roofs.at(1).notes, "cores_shared"), nullptr);
    samples.series[1].blocks[3].elements = 90e9;
    const Roof roof = build(samples).roofs.at(1);
    EXPECT_EQ(find_note(roof.notes, "cores_shared"), nullptr);
    EXPECT_NE(find_note(roof.notes, "cores_held_up"), nullptr) << "low it is all the same";
    EXPECT_EQ(roof.status, Status::suspect);
    EXPECT_EQ(roof.reason.find("share"), std::string::npos) << roof.reason;
}

}  // namespace
}  // namespace mansard::ceilings
