// What the machine was doing while it was measured: each condition is found, named, and touches what it
// spoils alone.
#include <gtest/gtest.h>

#include <algorithm>

#include "ceilings/build.hpp"
#include "ceilings/rule.hpp"
#include "tests/ceilings/make_samples.hpp"

namespace mansard::ceilings {
namespace {

using namespace testing;

const Note* find_note(const std::vector<Note>& notes, std::string_view code) {
    const auto found =
        std::find_if(notes.begin(), notes.end(), [&](const Note& note) { return note.code == code; });
    return found == notes.end() ? nullptr : &*found;
}

Target on_both_cores(Target target) {
    target.scope = Scope::device;
    target.threads = 2;
    return target;
}

/// 13 blocks of 3 s at `value` and 3 GHz.
Series steady(const Target& target, double value, int blocks = 13) {
    Series series = series_of(target, std::vector<double>(static_cast<std::size_t>(blocks), value));
    for (Block& block : series.blocks) set_clock(block, 3e9);
    if (target.level == Level::DRAM) series.working_set_bytes = 1e9;
    return series;
}

TEST(Rules, AreNamedOnceAndConditionsGoFirst) {
    std::vector<std::string_view> names;
    for (const RuleDesc* rule : rules()) {
        EXPECT_FALSE(rule->summary.empty()) << rule->name;
        EXPECT_EQ(std::count(names.begin(), names.end(), rule->name), 0) << rule->name;
        names.push_back(rule->name);
    }
    const auto at = [&](std::string_view name) { return std::find(names.begin(), names.end(), name); };
    EXPECT_LT(at("quota"), at("core_order"));
    EXPECT_LT(at("shared_cores"), at("arithmetic_order"));
}

TEST(Rules, AQuietRunHasNoNote) {
    const Ceilings built =
        build(samples_of({steady(compute_target(), 40e9), steady(memory_target(Level::L2), 80e9),
                          steady(on_both_cores(compute_target()), 80e9)}));
    // That sysfs, hwloc and the C library disagree on this machine's L3 is a fact of it.
    for (const Note& note : built.notes) EXPECT_EQ(note.code, "cache_claims_differ") << note.text;
    for (const Roof& roof : built.roofs) {
        EXPECT_TRUE(roof.flags.empty()) << roof.id;
        EXPECT_TRUE(roof.notes.empty()) << roof.id;
    }
}

TEST(CoresLeftOut, AnAffinityMaskMakesDeviceRoofsPartial) {
    Samples samples = samples_of({steady(compute_target(), 40e9), steady(compute_target(), 40e9)});
    samples.series[1].target.scope = Scope::device;
    samples.machine.cores_online = 8;
    samples.machine.cores_in_cpuset = 8;
    samples.machine.cores_allowed = 1;
    samples.machine.cpus_used = {3};
    const Ceilings built = build(samples);
    EXPECT_FALSE(has_flag(built.roofs[0], "partial")) << "one core is one core";
    EXPECT_TRUE(has_flag(built.roofs[1], "partial"));
    const Note* note = find_note(built.notes, "affinity");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("leaves 1 of 8 cores"), std::string::npos) << note->text;
    EXPECT_EQ(note->severity, Severity::warning);
    EXPECT_FALSE(note->remedy.empty());
    EXPECT_EQ(find_note(built.notes, "cpuset"), nullptr);
}

TEST(CoresLeftOut, ACpusetIsToldFromTheMask) {
    Samples samples = samples_of({steady(on_both_cores(compute_target()), 80e9)});
    samples.machine.cores_online = 8;
    samples.machine.cores_in_cpuset = 4;
    samples.machine.cores_allowed = 2;
    const Ceilings built = build(samples);
    EXPECT_NE(find_note(built.notes, "cpuset"), nullptr);
    EXPECT_NE(find_note(built.notes, "affinity"), nullptr);
    EXPECT_TRUE(has_flag(built.roofs[0], "partial"));
}

TEST(CoresLeftOut, AHybridNamesItsClasses) {
    Samples samples = samples_of({steady(on_both_cores(compute_target()), 80e9)});
    samples.machine.cores_online = samples.machine.cores_in_cpuset.emplace(6);
    samples.machine.cores_allowed = 6;
    samples.machine.core_classes = {{"IntelCore", 2, true}, {"IntelAtom", 4, false}};
    const Ceilings built = build(samples);
    const Note* note = find_note(built.notes, "hybrid_cores");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("2 IntelCore cores, without its 4 IntelAtom cores"), std::string::npos)
        << note->text;
    EXPECT_TRUE(has_flag(built.roofs[0], "partial"));
    EXPECT_EQ(find_note(built.notes, "affinity"), nullptr);
}

struct Disturbance {
    const char* name;
    const char* code;  ///< null: nothing to find
    void (*disturb)(Block& block);
};

TEST(Neighbours, WhatTheyTakeIsFoundThoughNoBlockDiffers) {
    const std::vector<Disturbance> cases{
        {"waited", "busy_neighbour", [](Block& block) { block.waited_s = 0.5; }},
        {"waited a little", nullptr, [](Block& block) { block.waited_s = 0.05; }},
        {"stolen", "stolen_blocks", [](Block& block) { block.steal_s = 0.3; }},
        {"a tick of steal", nullptr, [](Block& block) { block.steal_s = 0.01; }},
        {"pushed off", "involuntary_switches", [](Block& block) { block.involuntary_switches = 2; }},
        {"pushed off once", nullptr, [](Block& block) { block.involuntary_switches = 1; }}};
    for (const Disturbance& one : cases) {
        SCOPED_TRACE(one.name);
        Samples samples = samples_of({steady(compute_target(), 40e9), steady(compute_target(Op::add), 20e9)});
        for (Block& block : samples.series[0].blocks) one.disturb(block);
        const Ceilings built = build(samples);
        EXPECT_EQ(has_flag(built.roofs[0], "contended"), one.code != nullptr);
        EXPECT_FALSE(has_flag(built.roofs[1], "contended")) << "it was left alone";
        EXPECT_EQ(built.roofs[0].status, Status::measured);
        if (one.code != nullptr) {
            const Note* note = find_note(built.notes, one.code);
            ASSERT_NE(note, nullptr);
            EXPECT_TRUE(note->text.starts_with("1 of 2 roofs")) << note->text;
        }
    }
}

/// Roofs of one core and of both, of their own units and of what all share, from a run with a note of `code`.
Samples beside(const std::string& code) {
    Samples samples =
        samples_of({steady(compute_target(), 40e9), steady(on_both_cores(compute_target()), 80e9),
                    steady(memory_target(Level::DRAM), 20e9), steady(memory_target(Level::L2), 80e9)});
    samples.notes.push_back(
        {.severity = Severity::warning, .code = code, .text = "others", .remedy = "stop"});
    return samples;
}

TEST(BusyElsewhere, ANeighbourOnAnotherCoreSharesTheMemoryFromFirstToLast) {
    Samples samples = beside("busy_elsewhere");
    Ceilings built = build(samples);
    EXPECT_NE(find_note(built.notes, "busy_elsewhere"), nullptr);
    EXPECT_FALSE(has_flag(built.roofs[0], "contended")) << "a core's own units are not touched";
    EXPECT_FALSE(has_flag(built.roofs[1], "contended")) << "nor those of all, where each core has one thread";
    EXPECT_TRUE(has_flag(built.roofs[2], "contended"));
    EXPECT_FALSE(has_flag(built.roofs[3], "contended"));
    samples.machine.threads_per_core = 2;
    built = build(samples);
    EXPECT_FALSE(has_flag(built.roofs[0], "contended")) << "that its own sibling was busy is not known";
    EXPECT_TRUE(has_flag(built.roofs[1], "contended"));
}

TEST(MemoryPolicy, BoundPagesMakeTheMemoryOfAllCoresThatOfAPart) {
    Samples samples = beside("memory_policy");
    samples.series.push_back(steady(on_both_cores(memory_target(Level::DRAM)), 30e9));
    const Ceilings built = build(samples);
    for (const Roof& roof : built.roofs)
        EXPECT_EQ(has_flag(roof, "partial"), roof.target.level == Level::DRAM && roof.target.threads == 2)
            << roof.id;
}

TEST(BusyElsewhere, ABusySiblingTouchesAllOfOneCoresRoofs) {
    const Ceilings built = build(beside("busy_sibling"));
    EXPECT_TRUE(has_flag(built.roofs[0], "contended"));
    EXPECT_FALSE(has_flag(built.roofs[1], "contended")) << "that is not known of the others";
    EXPECT_TRUE(has_flag(built.roofs[2], "contended"));
    EXPECT_TRUE(has_flag(built.roofs[3], "contended"));
}

TEST(HugePages, RefusedOnesFlagLargeSets) {
    Samples samples =
        samples_of({steady(memory_target(Level::DRAM), 20e9), steady(memory_target(Level::L2), 80e9),
                    steady(memory_target(Level::DRAM, Pattern::store), 20e9)});
    samples.series[2].huge_page_fraction = 1;
    samples.before.huge_pages = "never";
    const Ceilings built = build(samples);
    EXPECT_TRUE(has_flag(built.roofs[0], "small_pages"));
    EXPECT_FALSE(has_flag(built.roofs[1], "small_pages")) << "16 KiB need no huge page";
    EXPECT_FALSE(has_flag(built.roofs[2], "small_pages"));
    const Note* note = find_note(built.notes, "huge_pages_refused");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("1 of 3 roofs"), std::string::npos) << note->text;
    EXPECT_NE(note->remedy.find("transparent_hugepage"), std::string::npos) << note->remedy;
}

TEST(MemoryLimit, IsNamed) {
    Samples samples = samples_of({});
    samples.machine.memory_installed_bytes = 8e9;
    EXPECT_EQ(find_note(build(samples).notes, "memory_limit"), nullptr);
    samples.machine.memory_bytes = 1e9;
    EXPECT_NE(find_note(build(samples).notes, "memory_limit"), nullptr);
}

TEST(ClockDrift, ATrendIsNotedAndALowClockFlagsWhatItDrives) {
    Samples samples = samples_of({steady(compute_target(), 40e9), steady(memory_target(Level::DRAM), 20e9)});
    for (Series& series : samples.series)
        for (std::size_t i = 4; i < series.blocks.size(); ++i) set_clock(series.blocks[i], 2.7e9);
    const Ceilings built = build(samples);
    EXPECT_TRUE(has_flag(built.roofs[0], "throttled"));
    EXPECT_NE(find_note(built.roofs[0].notes, "low_clock"), nullptr);
    EXPECT_FALSE(has_flag(built.roofs[1], "throttled")) << "DRAM has a clock of its own";
    const Note* note = find_note(built.notes, "clock_drift");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("fell by 10 %"), std::string::npos) << note->text;
}

TEST(SharedCores, TwoThreadsThatReachAsMuchAsOneAreSuspect) {
    const Ceilings built =
        build(samples_of({steady(compute_target(), 40e9), steady(on_both_cores(compute_target()), 42e9)}));
    EXPECT_EQ(built.roofs[0].status, Status::measured);
    EXPECT_EQ(built.roofs[1].status, Status::suspect);
    EXPECT_NE(built.roofs[1].reason.find("2 threads reach 1"), std::string::npos) << built.roofs[1].reason;
    EXPECT_NE(find_note(built.roofs[1].notes, "cores_shared"), nullptr);
}

TEST(SharedCores, AFewBlocksOnlyFlag) {
    Samples samples =
        samples_of({steady(compute_target(), 40e9), steady(on_both_cores(compute_target()), 80e9)});
    Block& once = samples.series[1].blocks[5];
    once.elements = 41e9;
    Ceilings built = build(samples);
    EXPECT_EQ(built.roofs[1].status, Status::measured);
    EXPECT_TRUE(has_flag(built.roofs[1], "contended"));
    const Note* note = find_note(built.roofs[1].notes, "cores_held_up");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("in 1 of 13 blocks"), std::string::npos) << note->text;
    EXPECT_EQ(find_note(built.roofs[1].notes, "cores_shared"), nullptr) << "one moment establishes nothing";
    once.waited_s = 3;  // a neighbour here explains it: nothing is said of the cores
    built = build(samples);
    EXPECT_EQ(find_note(built.roofs[1].notes, "cores_held_up"), nullptr);
}

/// `roofs` roofs with `blocks` blocks each, the roofs' blocks taking turns; from the block `from` on slower.
Samples slowed(int roofs, int blocks, int from, double factor) {
    std::vector<Series> series;
    const Op ops[]{Op::fma, Op::add, Op::mul, Op::mix};
    for (int i = 0; i < roofs; ++i) {
        Series one = steady(compute_target(ops[i]), (i == 0 ? 40e9 : 20e9), blocks);
        for (int b = from; b < blocks; ++b) one.blocks[static_cast<std::size_t>(b)].elements *= factor;
        for (int b = 0; b < blocks; ++b) one.blocks[static_cast<std::size_t>(b)].at_s = b + 0.1 * i;
        series.push_back(std::move(one));
    }
    return samples_of(std::move(series));
}

TEST(ChangedMidway, ANeighbourThatStartsHalfWayIsDated) {
    const Ceilings built = build(slowed(4, 6, 3, 0.93));
    const Note* note = find_note(built.notes, "changed_midway");
    ASSERT_NE(note, nullptr);
    EXPECT_TRUE(note->text.starts_with(
        "3.00 s after the start one core's arithmetic, L1 and L2 became slower by 7.0 %"))
        << note->text;
    for (const Roof& roof : built.roofs) EXPECT_TRUE(has_flag(roof, "contended")) << roof.id;
}

TEST(ChangedMidway, ALittleOrSwingingChangeIsNone) {
    EXPECT_EQ(find_note(build(slowed(4, 6, 3, 0.97)).notes, "changed_midway"), nullptr);
    Samples swinging = slowed(4, 6, 6, 1);
    for (Series& series : swinging.series)
        for (std::size_t i = 0; i < series.blocks.size(); i += 2) series.blocks[i].elements *= 0.93;
    EXPECT_EQ(find_note(build(swinging).notes, "changed_midway"), nullptr);
}

TEST(ChangedMidway, ARoofThatHeldIsNotFlagged) {
    Samples samples = slowed(4, 6, 3, 0.93);
    for (Block& block : samples.series[3].blocks) block.elements = 20e9;
    const Ceilings built = build(samples);
    ASSERT_NE(find_note(built.notes, "changed_midway"), nullptr);
    EXPECT_TRUE(has_flag(built.roofs[0], "contended"));
    EXPECT_FALSE(has_flag(built.roofs[3], "contended"));
}

TEST(BelowSearch, AFasterSearchWitnessesALossSince) {
    const auto with_search = [](double first, double second) {
        Series series = steady(compute_target(), 40e9);
        for (const double value : {first, second}) {
            Block block = block_of(series.target, value, 0, Phase::search);
            set_clock(block, 3e9);
            series.blocks.insert(series.blocks.begin(), block);
        }
        return build(samples_of({series})).roofs.at(0);
    };
    const Roof slower = with_search(45e9, 46e9);
    EXPECT_TRUE(has_flag(slower, "contended"));
    EXPECT_NE(find_note(slower.notes, "slower_than_search"), nullptr);
    EXPECT_DOUBLE_EQ(*slower.value, 40e9) << "a search block makes no roof";
    EXPECT_FALSE(has_flag(with_search(45e9, 41e9), "contended")) << "one lucky block is no witness";
}

TEST(HardwareThreads, AreNamed) {
    Samples samples = samples_of({steady(compute_target(), 30e9)});
    EXPECT_EQ(find_note(build(samples).notes, "smt"), nullptr);
    samples.machine.threads_per_core = 2;
    samples.machine.cores_known = false;
    const Ceilings built = build(samples);
    EXPECT_NE(find_note(built.notes, "smt"), nullptr);
    EXPECT_NE(find_note(built.notes, "cores_unknown"), nullptr);
    // 10 of 16 FLOP per cycle.
    EXPECT_NE(find_note(built.notes, "ports_half_empty"), nullptr);
    EXPECT_TRUE(has_flag(built.roofs[0], "contended"));
}

TEST(CacheClaims, RefusedOnesAreNamed) {
    Samples samples = samples_of({});
    samples.machine.refused_caches = {{Level::L3, "99999999999K", "sysfs"}};
    const Ceilings built = build(samples);
    const Note* note = find_note(built.notes, "cache_claim_refused");
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->text, "L3: sysfs claims \"99999999999K\", which no cache has");
}

}  // namespace
}  // namespace mansard::ceilings
