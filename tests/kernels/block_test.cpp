// One block: its trials, its clock readings, its repeats.
#include "kernels/measure/block.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8), add_8 = compute_kernel(Op::add, 8);
const KernelDesc load_4 = memory_kernel(Pattern::load, 4);

/// One final block of `experiment` on a device with `script`.
Series run_block(FakeScript script, const Experiment& experiment, BlockRunner::Options options = {}) {
    FakeDevice device(four_cores(), std::move(script));
    Series series{.target = experiment.target, .work = experiment.kernel->work};
    BlockRunner(device, std::move(options))
        .run({{.experiment = &experiment,
               .series = &series,
               .phase = Phase::final,
               .round = 7,
               .trials = 10}});
    return series;
}

TEST(BlockRunner, KeepsEveryTrialBetweenTwoClockReadings) {
    FakeScript script;
    script.seconds = [](const Experiment&, int trial, double) { return 0.002 + 0.0001 * trial; };
    script.clock_hz = [](const Experiment&, double now) { return now > 0.01 ? 2.99e9 : 3e9; };
    script.elements = 5e6;
    const Series series = run_block(script, experiment_of(load_4, Level::L1, 16384));
    ASSERT_EQ(series.blocks.size(), 1u);
    const Block& block = series.blocks[0];
    EXPECT_EQ(block.phase, Phase::final);
    EXPECT_EQ(block.round, 7);
    ASSERT_EQ(block.seconds.size(), 10u);
    for (std::size_t i = 0; i < 10; ++i)
        EXPECT_DOUBLE_EQ(block.seconds[i], 0.002 + 0.0001 * static_cast<double>(i));
    EXPECT_EQ(block.elements, 5e6);
    EXPECT_EQ(block.clock_hz_before, 3e9);
    EXPECT_EQ(block.clock_hz_after, 2.99e9);
    EXPECT_FALSE(block.repeated);
    EXPECT_EQ(series.working_set_bytes, 16384);
    // 5e6 × 8 bytes in the median of 2.0, 2.1, … 2.9 ms
    EXPECT_NEAR(block_rate(series, block), 0.5 * (4e7 / 0.0024 + 4e7 / 0.0025), 1e7);
}

TEST(BlockRunner, OfHugePagesTheWorstBlockCounts) {
    FakeScript script;
    script.huge_page_fraction = [](double now) { return now < 10 ? 0.25 : 1.0; };
    FakeDevice device(four_cores(), script);
    const Experiment experiment = experiment_of(load_4, Level::DRAM, 1 << 27);
    Series series{.target = experiment.target, .work = experiment.kernel->work};
    const std::vector<Job> jobs{{.experiment = &experiment, .series = &series}};
    BlockRunner(device, {}).run(jobs);
    device.pause(20);  // resumed, say, with pages that the first process did not get
    BlockRunner(device, {}).run(jobs);
    ASSERT_EQ(series.blocks.size(), 2U);
    EXPECT_EQ(series.huge_page_fraction, 0.25);
}

TEST(BlockRunner, TimesAreCountedFromTheStart) {
    FakeDevice device(four_cores(), {});
    device.pause(50);
    const Experiment experiment = experiment_of(fma_8);
    Series series{.target = experiment.target};
    BlockRunner(device, {.start_s = 20}).run({{.experiment = &experiment, .series = &series}});
    EXPECT_DOUBLE_EQ(series.blocks.at(0).at_s, 30);
}

TEST(BlockRunner, WherePassesAreLongFewTrialsAreEnough) {
    FakeScript script;
    script.seconds = [](const Experiment&, int, double) { return 0.05; };
    EXPECT_EQ(run_block(script, experiment_of(fma_8)).blocks.at(0).seconds.size(), 3u);
    EXPECT_EQ(run_block(script, experiment_of(fma_8), {.long_trials = 5}).blocks.at(0).seconds.size(), 5u);
    EXPECT_EQ(run_block(script, experiment_of(fma_8), {.long_trial_s = 0.1}).blocks.at(0).seconds.size(),
              10u);
}

TEST(BlockRunner, ATrialThatWasHeldUpIsNoLongPass) {
    FakeScript script;
    script.seconds = [](const Experiment&, int trial, double) { return trial == 3 ? 0.05 : 0.002; };
    EXPECT_EQ(run_block(script, experiment_of(fma_8)).blocks.at(0).seconds.size(), 10u);
}

TEST(BlockRunner, AnUnsteadyClockIsMeasuredAgainTwiceAtMost) {
    double clock = 3e9;
    FakeScript script;
    script.clock_hz = [&clock](const Experiment&, double) { return clock *= 0.9; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 3u);
    EXPECT_TRUE(series.blocks[0].repeated);
    EXPECT_TRUE(series.blocks[1].repeated);
    EXPECT_FALSE(series.blocks[2].repeated) << "the last one is kept";
    for (const Block& block : series.blocks) EXPECT_EQ(block.round, 7);
}

TEST(BlockRunner, ASteadySecondBlockEndsTheRepeats) {
    int readings = 0;
    FakeScript script;
    script.clock_hz = [&readings](const Experiment&, double) { return readings++ == 0 ? 2e9 : 3e9; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 2u);
    EXPECT_TRUE(series.blocks[0].repeated);
    EXPECT_FALSE(series.blocks[1].repeated);
}

TEST(BlockRunner, OnlyTheUnsteadyOneIsMeasuredAgain) {
    double clock = 3e9;
    FakeScript script;
    script.clock_hz = [&clock](const Experiment& experiment, double) {
        return experiment.kernel->op == Op::add ? clock *= 0.9 : 3e9;
    };
    FakeDevice device(four_cores(), script);
    const std::vector<Experiment> experiments{experiment_of(fma_8), experiment_of(add_8)};
    std::vector<Series> series(2);
    BlockRunner(device, {})
        .run({{.experiment = &experiments[0], .series = &series[0]},
              {.experiment = &experiments[1], .series = &series[1]}});
    EXPECT_EQ(series[0].blocks.size(), 1u);
    EXPECT_EQ(series[1].blocks.size(), 3u);
}

TEST(BlockRunner, AnInterruptedRepeatLeavesTheBlockThatThereIs) {
    double clock = 3e9;
    int asked = 0;
    FakeScript script;
    script.clock_hz = [&clock](const Experiment&, double) { return clock *= 0.9; };
    // Asked before the jobs, before the block, before the repeats, before the repeated block.
    const Series series =
        run_block(script, experiment_of(fma_8), {.interrupted = [&asked] { return ++asked > 3; }});
    ASSERT_EQ(series.blocks.size(), 1u);
    EXPECT_FALSE(series.blocks[0].repeated);
}

TEST(BlockRunner, ThrottlingIsRecordedAndMeasuredAgain) {
    FakeScript script;
    script.throttled_s = [](double now) { return now > 0.01 ? 0.5 : 0.0; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 2u);
    EXPECT_DOUBLE_EQ(series.blocks[0].throttled_s, 0.5);
    EXPECT_TRUE(series.blocks[0].repeated);
    EXPECT_DOUBLE_EQ(series.blocks[1].throttled_s, 0);
}

TEST(BlockRunner, WaitingForACpuIsRecordedAsItsIncrease) {
    FakeScript script;
    script.waited_s = [](double now) { return 7 + (now > 0.01 ? 0.25 : 0.0); };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 1u) << "the sum says not which trials it spoilt";
    EXPECT_DOUBLE_EQ(series.blocks[0].waited_s, 0.25);
}

/// A thread waits for 1 ms of the trials for which `disturbed` holds.
FakeScript waiting(std::function<bool(int trial)> disturbed) {
    FakeScript script;
    script.trial_waited_s = [disturbed = std::move(disturbed)](const Experiment&, int trial, double) {
        return std::optional(disturbed(trial) ? 1e-3 : 1e-6);
    };
    return script;
}

TEST(BlockRunner, WhatEachTrialWaitedIsKept) {
    const Series series = run_block(waiting([](int trial) { return trial == 4; }), experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 1u) << "the median bears one disturbed trial of ten";
    ASSERT_EQ(series.blocks[0].waits.size(), 10u);
    EXPECT_DOUBLE_EQ(series.blocks[0].waits[4], 1e-3);
    EXPECT_DOUBLE_EQ(series.blocks[0].waits[5], 1e-6);
}

TEST(BlockRunner, ABlockWhoseThreadsWaitIsMeasuredAgain) {
    // Every second trial of the first ten: a median of ten is half disturbed then.
    const Series series =
        run_block(waiting([](int trial) { return trial < 10 && trial % 2 == 0; }), experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 2u);
    EXPECT_TRUE(series.blocks[0].repeated);
    EXPECT_FALSE(is_left_alone(series.blocks[0]));
    EXPECT_FALSE(series.blocks[1].repeated);
    EXPECT_TRUE(is_left_alone(series.blocks[1]));
}

TEST(BlockRunner, WhereANeighbourStaysTwoRepeatsAreTheEnd) {
    const Series series = run_block(waiting([](int) { return true; }), experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 3u);
    EXPECT_FALSE(series.blocks[2].repeated) << "kept, for the roof to be flagged";
    EXPECT_FALSE(is_valid(series.blocks[2]));
}

TEST(BlockRunner, FourDisturbedTrialsOfTenAreBorne) {
    EXPECT_EQ(
        run_block(waiting([](int trial) { return trial % 10 < 4; }), experiment_of(fma_8)).blocks.size(), 1u);
}

TEST(BlockRunner, ADeviceThatCannotTellIsNotDisturbed) {
    FakeScript script;
    script.trial_waited_s = [](const Experiment&, int, double) { return std::nullopt; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 1u);
    EXPECT_TRUE(series.blocks[0].waits.empty());
}

TEST(BlockRunner, NoBlockAndNoRepeatBeginsAfterTheDeadline) {
    FakeScript script = waiting([](int) { return true; });
    script.load_s = 0.5;
    FakeDevice device(four_cores(), script);
    const std::vector<Experiment> experiments{experiment_of(fma_8), experiment_of(add_8),
                                              experiment_of(load_4, Level::L1, 16384)};
    std::vector<Series> series(3);
    // Each block takes 0.52 s: the second begins in time, the third does not, and nothing is repeated.
    BlockRunner(device, {.deadline_s = 0.6})
        .run({{.experiment = &experiments[0], .series = &series[0]},
              {.experiment = &experiments[1], .series = &series[1]},
              {.experiment = &experiments[2], .series = &series[2]}});
    EXPECT_EQ(series[0].blocks.size(), 1u);
    EXPECT_EQ(series[1].blocks.size(), 1u);
    EXPECT_TRUE(series[2].blocks.empty());
    EXPECT_TRUE(series[2].absent_reason.empty()) << "it was not refused";
}

TEST(BlockRunner, AMissingClockIsNotUnsteady) {
    FakeScript script;
    script.clock_hz = [](const Experiment&, double) { return std::nullopt; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 1u);
    EXPECT_FALSE(series.blocks[0].clock_hz_before.has_value());
}

TEST(BlockRunner, FaultsAreRecordedWithTheBlock) {
    FakeScript script;
    script.faults = [](const Experiment&) { return std::vector<std::string>{"checksum: wrong"}; };
    const Series series = run_block(script, experiment_of(fma_8));
    ASSERT_EQ(series.blocks.size(), 1u);
    EXPECT_EQ(series.blocks[0].faults, std::vector<std::string>{"checksum: wrong"});
}

TEST(BlockRunner, LargeSetsAreVerifiedOncePerPhase) {
    FakeDevice device(four_cores(), {});
    const std::vector<Experiment> wanted{experiment_of(load_4, Level::L1, 16384),
                                         experiment_of(load_4, Level::DRAM, 64 << 20)};
    measure(device, make_plan(), wanted);
    const auto count = [&](const Experiment& experiment) {
        return std::count(device.verifications().begin(), device.verifications().end(), experiment.name());
    };
    EXPECT_EQ(count(wanted[0]), 2 + 13);
    EXPECT_EQ(count(wanted[1]), 2);
}

TEST(BlockRunner, ARefusalMakesTheSeriesAbsentAndLosesNoOther) {
    FakeScript script;
    script.refusal = [](const Experiment& experiment) -> std::optional<std::string> {
        if (experiment.kernel->op == Op::fma) return "the set does not fit";
        return std::nullopt;
    };
    FakeDevice device(four_cores(), script);
    const Samples samples = measure(device, make_plan(), {experiment_of(fma_8), experiment_of(add_8)});
    EXPECT_EQ(samples.series[0].absent_reason, "the set does not fit");
    EXPECT_TRUE(samples.series[0].blocks.empty());
    EXPECT_TRUE(samples.series[1].absent_reason.empty());
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 13);
    EXPECT_TRUE(samples.complete);
}

}  // namespace
}  // namespace mansard::kernels
