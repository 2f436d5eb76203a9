// The budget bounds the sweep, the search and the rounds, also on a machine that is far too slow for them,
// and what it leaves out is named.
#include <gtest/gtest.h>

#include "kernels/measure/repeat.hpp"
#include "kernels/measure/search.hpp"
#include "kernels/measure/sweep.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8), fma_10 = compute_kernel(Op::fma, 10),
                 fma_12 = compute_kernel(Op::fma, 12), add_8 = compute_kernel(Op::add, 8);
const KernelDesc load_4 = memory_kernel(Pattern::load, 4);

/// A machine under load: every block takes `block_s` to begin, and its threads wait in every trial.
FakeScript loaded(double block_s) {
    FakeScript script;
    script.load_s = block_s;
    script.trial_waited_s = [](const Experiment&, int, double) { return std::optional(1e-3); };
    return script;
}

const Note* find_note(const Samples& samples, std::string_view code) {
    const auto found = std::find_if(samples.notes.begin(), samples.notes.end(),
                                    [&](const Note& note) { return note.code == code; });
    return found == samples.notes.end() ? nullptr : &*found;
}

Experiments wanting(std::vector<Experiment> experiments) {
    return {.wanted = std::move(experiments), .absent = {}};
}

long blocks_of(const Samples& samples, Phase phase) {
    long blocks = 0;
    for (const Series& series : samples.series) blocks += blocks_in(series, phase);
    return blocks;
}

TEST(Budget, BoundsEverythingOnALoadedMachine) {
    constexpr double block_s = 0.3;
    for (const double budget_s : {1.0, 10.0, 60.0}) {
        SCOPED_TRACE(budget_s);
        FakeDevice device(four_cores(), loaded(block_s));
        Plan plan = make_plan();
        plan.budget_s = budget_s;
        plan.spread_s = budget_s;
        Samples samples = start_samples(device, plan);
        const Experiments wanted =
            wanting({experiment_of(fma_8), experiment_of(fma_10), experiment_of(fma_12), experiment_of(add_8),
                     experiment_of(load_4, Level::DRAM, 1 << 27)});
        measure_sweep(device, plan, wanted, 0, samples, {});
        EXPECT_LE(device.now(), 0.25 * budget_s + block_s + 0.1);
        measure_rounds(device, plan, wanted, 0, samples, {});
        EXPECT_LE(device.now(), budget_s + block_s + 0.1);
        EXPECT_TRUE(samples.complete);
        EXPECT_GT(blocks_of(samples, Phase::final), 0);
        EXPECT_NE(find_note(samples, "sweep_cut"), nullptr);
    }
}

TEST(Budget, AQuietMachineHasNothingLeftOut) {
    FakeDevice device(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = start_samples(device, plan);
    const Experiments wanted = wanting({experiment_of(fma_8), experiment_of(load_4, Level::DRAM, 1 << 27)});
    measure_sweep(device, plan, wanted, 0, samples, {});
    measure_rounds(device, plan, wanted, 0, samples, {});
    EXPECT_TRUE(samples.notes.empty());
}

TEST(Budget, WhatTheSweepLeavesOutIsTheLargestAndTheChase) {
    FakeDevice device(four_cores(), {.load_s = 0.1});
    Plan plan = make_plan();
    plan.budget_s = 8;  // 2 s for the sweep: 18 of 62 points
    Samples samples = start_samples(device, plan);
    measure_sweep(device, plan, wanting({experiment_of(load_4, Level::DRAM, 1 << 27)}), 0, samples, {});
    const Note* note = find_note(samples, "sweep_cut");
    ASSERT_NE(note, nullptr);
    EXPECT_TRUE(note->text.starts_with("the budget of 8.00 s left ")) << note->text;
    double largest = 0, left_out = 1e18;
    for (const Series& series : samples.series) {
        if (series.target.kind == Kind::latency) {
            EXPECT_TRUE(series.blocks.empty());
            continue;
        }
        (series.blocks.empty() ? left_out : largest) = series.blocks.empty()
                                                           ? std::min(left_out, series.working_set_bytes)
                                                           : std::max(largest, series.working_set_bytes);
    }
    EXPECT_GT(largest, 0);
    EXPECT_LT(largest, left_out);
}

TEST(Sweep, ArithmeticNeedsNone) {
    FakeDevice device(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = start_samples(device, plan);
    measure_sweep(device, plan, wanting({experiment_of(fma_8)}), 0, samples, {});
    EXPECT_TRUE(device.loads().empty());
    EXPECT_TRUE(samples.series.empty());
}

TEST(Sweep, GoesAsFarAsTheOutermostLevelWanted) {
    const auto largest = [](Level level) {
        double bytes = 0;
        for (const Experiment& experiment : sweep_experiments(four_cores(), level))
            bytes = std::max(bytes, static_cast<double>(experiment.set_bytes));
        return bytes;
    };
    EXPECT_NEAR(largest(Level::L1), 16 * 32768.0, 1);
    EXPECT_NEAR(largest(Level::L2), 16 * 524288.0, 16);
    EXPECT_GT(largest(Level::L3), 32e6);
    EXPECT_EQ(largest(Level::DRAM), largest(Level::L3));
    // A level that the system does not claim to have must be looked for everywhere.
    Machine unknown = four_cores();
    unknown.caches.clear();
    EXPECT_EQ(sweep_experiments(unknown, Level::L1).size(), sweep_experiments(unknown).size());
    // Also where it is wanted and absent by the claims.
    FakeDevice device(unknown, {});
    Samples samples = start_samples(device, make_plan());
    measure_sweep(device, make_plan(),
                  {.wanted = {}, .absent = {{experiment_of(load_4, Level::L1).target, "load", "none"}}}, 0,
                  samples, {});
    EXPECT_FALSE(device.loads().empty());
}

TEST(Sweep, GoesOnToLargerSetsWhereTheLastCacheDoesNotEnd) {
    const Experiments wanted = wanting({experiment_of(load_4, Level::DRAM, 1 << 27)});
    const Plan plan = make_plan();
    FakeDevice device(four_cores(), {});
    Samples samples = start_samples(device, plan);
    measure_sweep(device, plan, wanted, 0, samples, {});
    const std::size_t before = samples.series.size();
    double largest = 0;
    for (const Series& series : samples.series) largest = std::max(largest, series.working_set_bytes);
    widen_sweep(device, plan, wanted, 0, samples, {});
    ASSERT_GT(samples.series.size(), before);
    double widest = 0;
    for (std::size_t i = before; i < samples.series.size(); ++i) {
        const Series& series = samples.series[i];
        EXPECT_EQ(series.target.kind, Kind::bandwidth);
        EXPECT_GT(series.working_set_bytes, 1.3 * largest) << "no size is measured twice";
        EXPECT_EQ(blocks_in(series, Phase::sweep), 2);
        widest = std::max(widest, series.working_set_bytes);
    }
    constexpr double mib = 1024 * 1024;
    EXPECT_GT(widest, 360 * mib) << "two steps beyond an L3 of 256 MiB";
    EXPECT_LE(widest, 513 * mib);
    const std::size_t loads = device.loads().size();
    widen_sweep(device, plan, wanted, 0, samples, {});
    EXPECT_EQ(device.loads().size(), loads) << "what is there is not measured again";
    // An eighth of a small memory, nothing for L1 alone, nothing behind the time.
    Machine small = four_cores();
    small.memory_bytes = 1024 * mib;
    for (const Experiment& experiment : wider_sweep_experiments(small))
        EXPECT_LE(static_cast<double>(experiment.set_bytes), 130 * mib);
    FakeDevice idle(four_cores(), {});
    Samples none = start_samples(idle, plan);
    widen_sweep(idle, plan, wanting({experiment_of(load_4, Level::L1, 16384)}), 0, none, {});
    idle.pause(0.3 * plan.budget_s);
    widen_sweep(idle, plan, wanted, 0, none, {});
    EXPECT_TRUE(idle.loads().empty());
}

TEST(Sweep, IsNotContinuedBehindItsSearch) {
    FakeDevice device(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = measure(device, plan, {experiment_of(load_4, Level::L1, 16384)});
    const std::size_t loads = device.loads().size();
    measure_sweep(device, plan, wanting({experiment_of(load_4, Level::L1, 16384)}), 0, samples, {});
    EXPECT_EQ(device.loads().size(), loads) << "the sizes were settled when the search began";
}

TEST(Search, TriesOneVariantOfEveryRoofFirst) {
    const std::vector<Experiment> wanted{experiment_of(fma_8), experiment_of(fma_10), experiment_of(fma_12),
                                         experiment_of(add_8)};
    Samples samples;
    const std::vector<Runner> runners = by_preference(runners_for(wanted, samples));
    std::vector<std::string> order;
    for (const Runner& runner : runners) order.push_back(kernel_name(*runner.experiment->kernel));
    EXPECT_EQ(order, (std::vector<std::string>{"fma_f64_avx2_c10x10", "add_f64_avx2_c8x8",
                                               "fma_f64_avx2_c12x12", "fma_f64_avx2_c8x8"}));
}

TEST(Search, WhatItLeavesUntriedIsNamedAndARoofWithoutAnyGoesOnWithItsFirst) {
    FakeDevice device(four_cores(), {.load_s = 1});
    Plan plan = make_plan();
    plan.budget_s = 3.5;  // 1.75 s for the search: two blocks of a second each
    const Samples samples = measure(device, plan,
                                    {experiment_of(fma_8), experiment_of(fma_10), experiment_of(fma_12),
                                     experiment_of(add_8), experiment_of(load_4, Level::L1, 16384)});
    EXPECT_EQ(blocks_of(samples, Phase::search), 2);
    const Note* note = find_note(samples, "search_cut");
    ASSERT_NE(note, nullptr);
    EXPECT_NE(note->text.find("3 of 5 variants"), std::string::npos) << note->text;
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 1) << "FMA by its middle variant";
    EXPECT_EQ(blocks_in(samples.series[4], Phase::final), 1) << "loads, though no search has seen them";
    EXPECT_EQ(blocks_in(samples.series[3], Phase::final), 0) << "additions come behind what is fundamental";
    const Note* rounds = find_note(samples, "rounds_cut");
    ASSERT_NE(rounds, nullptr);
    EXPECT_NE(rounds->text.find("before 1 of 3 kernels"), std::string::npos) << rounds->text;
}

TEST(Budget, VerifyingEndsInTimeOnALoadedMachine) {
    FakeDevice device(four_cores(), loaded(1));
    const Plan plan = repeat_plan();
    Samples samples = start_samples(device, plan);
    measure_again(
        device, plan,
        wanting({experiment_of(fma_8), experiment_of(add_8), experiment_of(load_4, Level::L1, 16384),
                 experiment_of(load_4, Level::DRAM, 1 << 27)}),
        0, samples, {});
    EXPECT_LE(device.now(), 14);
    EXPECT_TRUE(samples.complete);
    for (const Series& series : samples.series) EXPECT_GT(blocks_in(series, Phase::final), 0);
}

TEST(Budget, VerifyingNamesNoOptionThatItLacks) {
    FakeScript slow;
    slow.load_s = 8;
    FakeDevice device(four_cores(), slow);
    Samples samples = start_samples(device, repeat_plan());
    measure_again(
        device, repeat_plan(),
        wanting({experiment_of(fma_8), experiment_of(add_8), experiment_of(load_4, Level::L1, 16384)}), 0,
        samples, {});
    const Note* note = find_note(samples, "rounds_cut");
    ASSERT_NE(note, nullptr);
    EXPECT_TRUE(note->text.starts_with("time was up before ")) << note->text;
    EXPECT_EQ((note->text + note->remedy).find("--"), std::string::npos) << note->remedy;
}

}  // namespace
}  // namespace mansard::kernels
