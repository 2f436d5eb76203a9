// From plans to experiments, on machines made by hand.
#include "kernels/measure/experiments.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

constexpr double kib = 1024, mib = 1024 * kib;
const Capacities three_levels{{Level::L1, 32 * kib}, {Level::L2, 512 * kib}, {Level::L3, 16 * mib}};

/// A machine with all rows of this build but the last that is no extension. Every build has two rows.
Machine machine_without_the_last_row(Isa& lacking) {
    std::set<Isa> rows, extensions;
    for (const KernelDesc* kernel : all_kernels())
        if (kernel->pattern == Pattern::load) rows.insert(kernel->isa);
    for (const KernelDesc* kernel : all_kernels())
        if (!rows.contains(kernel->isa)) extensions.insert(kernel->isa);
    Machine machine = four_cores();
    lacking = *rows.rbegin();
    rows.erase(lacking);
    rows.merge(extensions);
    machine.isas.assign(rows.begin(), rows.end());
    return machine;
}

Plan everything() {
    return {.compute = {{.isas = IsaChoice::all,
                         .dtypes = {Dtype::f64, Dtype::f32},
                         .ops = {Op::fma, Op::add, Op::mul, Op::mix},
                         .scopes = {Scope::core, Scope::device}}},
            .memory = {
                {.levels = {Level::L1, Level::L2, Level::L3, Level::DRAM},
                 .patterns = {Pattern::load, Pattern::store, Pattern::copy, Pattern::triad, Pattern::chase},
                 .scopes = {Scope::core, Scope::device}}}};
}

TEST(Experiments, WhatTheCpuLacksIsListedAndNeverWanted) {
    Isa lacking{};
    const Machine machine = machine_without_the_last_row(lacking);
    const Experiments experiments = plan_experiments(everything(), machine, three_levels);
    for (const Experiment& experiment : experiments.wanted) EXPECT_NE(experiment.kernel->isa, lacking);
    std::set<std::string> absent;
    for (const Absent& one : experiments.absent) {
        EXPECT_EQ(one.target.isa, lacking);
        EXPECT_EQ(one.reason, "this CPU has no " + std::string(name_of(lacking)));
        EXPECT_FALSE(one.kernel.empty());
        EXPECT_TRUE(absent.insert(roof_id(one.target)).second) << "one entry per roof";
    }
    EXPECT_TRUE(absent.contains("cpu.core.compute.f64." + std::string(name_of(lacking)) + ".add"));
    EXPECT_TRUE(absent.contains("cpu.device.compute.f32." + std::string(name_of(lacking)) + ".mix"));
}

TEST(Experiments, NamesAreUniqueAlsoWhereGroupsOverlap) {
    Plan plan = everything();
    plan.compute.push_back(plan.compute.front());
    plan.memory.push_back(plan.memory.front());
    const Experiments twice = plan_experiments(plan, four_cores(), three_levels);
    EXPECT_EQ(twice.wanted.size(), plan_experiments(everything(), four_cores(), three_levels).wanted.size());
    std::set<std::string> names;
    for (const Experiment& experiment : twice.wanted)
        EXPECT_TRUE(names.insert(experiment.name()).second) << experiment.name();
}

TEST(Experiments, TheWidestRowMeasuresMemoryAndTheBaselineChases) {
    const Machine machine = four_cores();
    const Isa widest = widest_isa(machine);
    int loads = 0, chases = 0;
    for (const Experiment& experiment : plan_experiments(everything(), machine, three_levels).wanted) {
        const Target& target = experiment.target;
        EXPECT_EQ(target.threads, target.scope == Scope::core ? 1 : 4) << experiment.name();
        EXPECT_EQ(target.engine.has_value(), target.kind == Kind::compute) << experiment.name();
        EXPECT_EQ(target.level.has_value(), target.kind != Kind::compute) << experiment.name();
        if (target.kind == Kind::bandwidth) {
            EXPECT_EQ(experiment.kernel->isa, widest);
            ++loads;
        }
        if (target.kind == Kind::latency) {
            EXPECT_EQ(experiment.kernel->isa, Isa::scalar);
            ++chases;
        }
    }
    EXPECT_GT(loads, 0);
    EXPECT_EQ(chases, 2 * 4);
    Machine bare = machine;
    bare.isas = {Isa::scalar};
    EXPECT_EQ(widest_isa(bare), Isa::scalar);
}

TEST(Experiments, AGroupMayTryFewerStreams) {
    const auto streams_of = [](std::vector<int> streams, Pattern pattern) {
        const Plan plan{.memory = {{.levels = {Level::L3},
                                    .patterns = {pattern},
                                    .scopes = {Scope::core},
                                    .streams = std::move(streams)}}};
        std::set<int> found;
        for (const Experiment& experiment : plan_experiments(plan, four_cores(), three_levels).wanted)
            if (experiment.kernel->prefetch_lines == 0) found.insert(experiment.kernel->streams);
        return found;
    };
    EXPECT_EQ(streams_of({}, Pattern::load), (std::set{1, 2, 4, 8}));
    EXPECT_EQ(streams_of({1, 4, 8}, Pattern::load), (std::set{1, 4, 8}));
    EXPECT_EQ(streams_of({1, 4, 8}, Pattern::copy), (std::set{1, 4}));
    EXPECT_EQ(streams_of({1, 4, 8}, Pattern::triad), (std::set{1, 2})) << "one would be no choice";
    EXPECT_EQ(streams_of({1, 4, 8}, Pattern::chase).size(), 1U);
}

TEST(Experiments, AGroupMayCoverTheWidestRowOnly) {
    Plan plan = everything();
    plan.memory.clear();
    plan.compute[0].isas = IsaChoice::widest;
    plan.compute[0].dtypes = {Dtype::f32};
    plan.compute[0].scopes = {Scope::core};
    const Experiments experiments = plan_experiments(plan, four_cores(), three_levels);
    EXPECT_FALSE(experiments.wanted.empty());
    EXPECT_TRUE(experiments.absent.empty());
    for (const Experiment& experiment : experiments.wanted) {
        EXPECT_EQ(experiment.kernel->isa, widest_isa(four_cores()));
        EXPECT_EQ(experiment.target.dtype, Dtype::f32);
        EXPECT_EQ(experiment.target.scope, Scope::core);
    }
}

TEST(Experiments, ALevelThatIsNotThereIsAbsent) {
    const Capacities two_levels{{Level::L1, 32 * kib}, {Level::L2, 512 * kib}};
    const Experiments experiments = plan_experiments(everything(), four_cores(), two_levels);
    for (const Experiment& experiment : experiments.wanted) EXPECT_NE(experiment.target.level, Level::L3);
    std::set<std::string> absent;
    for (const Absent& one : experiments.absent)
        if (one.target.level) {
            EXPECT_EQ(one.target.level, Level::L3);
            EXPECT_EQ(one.reason, "this machine shows no L3");
            EXPECT_TRUE(absent.insert(roof_id(one.target)).second);
        }
    EXPECT_EQ(absent.size(), 2u * 5u);
}

TEST(SetBytes, FollowsTheLevels) {
    const Machine machine = four_cores();
    const auto size = [&](Level level, int threads) {
        return set_bytes(level, three_levels, machine, threads);
    };
    // Private levels: so much for each thread.
    EXPECT_EQ(size(Level::L1, 1), static_cast<std::size_t>(0.6 * 32 * kib));
    EXPECT_EQ(size(Level::L1, 4), static_cast<std::size_t>(4 * 0.6 * 32 * kib));
    EXPECT_EQ(size(Level::L2, 1), static_cast<std::size_t>(128 * kib));
    EXPECT_EQ(size(Level::L2, 4), static_cast<std::size_t>(512 * kib));
    // Shared ones: in total, beyond what the threads keep in L2, at most a quarter of the level.
    EXPECT_EQ(size(Level::L3, 1), static_cast<std::size_t>(2 * mib));
    EXPECT_EQ(size(Level::L3, 4), static_cast<std::size_t>(4 * mib));
    EXPECT_EQ(size(Level::DRAM, 1), static_cast<std::size_t>(64 * mib));
    EXPECT_EQ(size(Level::DRAM, 4), static_cast<std::size_t>(64 * mib));
}

TEST(SetBytes, ASmallL2BehindALargeL1IsHalfFilled) {
    const Capacities levels{{Level::L1, 48 * kib}, {Level::L2, 256 * kib}};
    EXPECT_EQ(set_bytes(Level::L2, levels, four_cores(), 1), static_cast<std::size_t>(128 * kib));
}

TEST(SetBytes, TheSmallerOfFoundAndClaimedL3Counts) {
    Machine machine = four_cores();
    Capacities levels = three_levels;
    levels[Level::L3] = 64 * mib;  // found beyond what is claimed
    EXPECT_EQ(set_bytes(Level::L3, levels, machine, 4), static_cast<std::size_t>(4 * mib));
    machine.caches.back().bytes = 256 * mib;  // a virtual machine claims its host's cache
    levels[Level::L3] = 12 * mib;
    EXPECT_EQ(set_bytes(Level::L3, levels, machine, 4), static_cast<std::size_t>(3 * mib));
    machine.caches.clear();  // nobody claims anything
    EXPECT_EQ(set_bytes(Level::L3, levels, machine, 4), static_cast<std::size_t>(3 * mib));
}

TEST(SetBytes, DramIsBeyondEveryCacheAndWithinTheMemory) {
    Machine machine = four_cores();
    machine.caches.back().bytes = 32 * mib;  // claimed, though less is found
    EXPECT_EQ(set_bytes(Level::DRAM, three_levels, machine, 1), static_cast<std::size_t>(128 * mib));
    machine.memory_bytes = 512 * mib;
    EXPECT_EQ(set_bytes(Level::DRAM, three_levels, machine, 1), static_cast<std::size_t>(64 * mib));
    // Without caches there is still a set that no buffer holds.
    machine.caches.clear();
    machine.memory_bytes = 16e9;
    EXPECT_GE(set_bytes(Level::DRAM, {}, machine, 1), static_cast<std::size_t>(32 * mib));
    EXPECT_LE(set_bytes(Level::DRAM, {}, machine, 1), static_cast<std::size_t>(2 * 1024 * mib));
}

TEST(Experiments, DramLoadsHaveASecondSetOfTwiceTheSize) {
    std::map<std::string, std::set<std::size_t>> sizes;
    for (const Experiment& experiment : plan_experiments(everything(), four_cores(), three_levels).wanted)
        if (experiment.target.level == Level::DRAM)
            sizes[roof_id(experiment.target) + kernel_name(*experiment.kernel)].insert(experiment.set_bytes);
    ASSERT_FALSE(sizes.empty());
    for (const auto& [name, found] : sizes) {
        const bool loads = name.find("DRAM.load") != std::string::npos;
        ASSERT_EQ(found.size(), loads ? 2u : 1u) << name;
        EXPECT_EQ(*found.rbegin(), *found.begin() * (loads ? 2 : 1));
        EXPECT_LE(static_cast<double>(*found.rbegin()), four_cores().memory_bytes / 4);
    }
}

TEST(BytesPerThread, AreWholeTripsOfAnOddNumber) {
    for (const Experiment& experiment : plan_experiments(everything(), four_cores(), three_levels).wanted) {
        const KernelDesc& kernel = *experiment.kernel;
        const std::size_t bytes = bytes_per_thread(experiment);
        if (kernel.arrays == 0) {
            EXPECT_EQ(bytes, 0u);
            continue;
        }
        const std::size_t trip = kernel.granule * static_cast<std::size_t>(kernel.arrays);
        EXPECT_GT(bytes, 0u) << experiment.name();
        EXPECT_EQ(bytes % trip, 0u) << experiment.name();
        if (kernel.measures == Kind::bandwidth) {
            EXPECT_EQ(bytes / trip % 2, 1u) << experiment.name();
        }
        const std::size_t share = experiment.set_bytes / static_cast<std::size_t>(experiment.target.threads);
        EXPECT_LE(bytes, share) << experiment.name();
        EXPECT_GT(bytes + 2 * trip, share) << experiment.name();
    }
}

TEST(BytesPerThread, ASetThatIsTooSmallHasNone) {
    const KernelDesc load = memory_kernel(Pattern::load, 4);
    EXPECT_EQ(bytes_per_thread(experiment_of(load, Level::L1, 1023)), 0u);
    EXPECT_EQ(bytes_per_thread(experiment_of(load, Level::L1, 1024)), 1024u);
    EXPECT_EQ(bytes_per_thread(experiment_of(load, Level::L1, 4096)), 3072u);
}

TEST(Sweep, GoesFromFourKibibytesBeyondTheCachesInEvenSteps) {
    std::map<Kind, std::vector<double>> sizes;
    std::set<std::string> names;
    for (const Experiment& experiment : sweep_experiments(four_cores())) {
        sizes[experiment.target.kind].push_back(static_cast<double>(experiment.set_bytes));
        EXPECT_EQ(experiment.target.threads, 1);
        EXPECT_TRUE(names.insert(experiment.name()).second) << experiment.name();
    }
    ASSERT_TRUE(sizes.contains(Kind::bandwidth));
    ASSERT_TRUE(sizes.contains(Kind::latency));
    for (const auto& [kind, found] : sizes) {
        EXPECT_EQ(found.front(), 4096);
        EXPECT_GE(found.back(), 60 * mib);
        for (std::size_t i = 1; i < found.size(); ++i)
            EXPECT_NEAR(found[i] / found[i - 1], std::sqrt(2.0), 0.01);
    }
}

}  // namespace
}  // namespace mansard::kernels
