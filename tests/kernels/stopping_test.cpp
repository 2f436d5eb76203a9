// When measuring ends: budget, precision, spread, interruption.
#include <gtest/gtest.h>

#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8), add_8 = compute_kernel(Op::add, 8);

TEST(Stopping, AfterMinRoundsAPreciseRoofStops) {
    FakeDevice device(four_cores(), {});
    const Samples samples = measure(device, make_plan(), {experiment_of(fma_8)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 13);
    EXPECT_TRUE(samples.complete);
}

TEST(Stopping, ARoofThatIsNotPreciseGoesOnToMaxRoundsAlone) {
    FakeScript script = noisy();
    script.seconds = [noise = script.seconds](const Experiment& experiment, int trial, double now) {
        return experiment.kernel->op == Op::fma ? noise(experiment, trial, now) : 0.002;
    };
    FakeDevice device(four_cores(), script);
    const Samples samples = measure(device, make_plan(), {experiment_of(fma_8), experiment_of(add_8)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 16);
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 13);
    EXPECT_TRUE(samples.complete);
}

TEST(Stopping, FewRoundsAreNeverPrecise) {
    // Three rounds have no 95 % interval, so even equal times cannot end a quick plan early.
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.min_rounds = 3;
    plan.max_rounds = 6;
    EXPECT_EQ(blocks_in(measure(device, plan, {experiment_of(fma_8)}).series[0], Phase::final), 6);
}

TEST(Stopping, NoRoundBeginsThatWouldExceedTheBudget) {
    // Search: 2 × 5 × 0.1 s. A final round takes 1 s: three fit into 4.5 s, the fourth would end at 5 s.
    FakeScript script;
    script.seconds = [](const Experiment&, int, double) { return 0.1; };
    FakeDevice device(four_cores(), script);
    Plan plan = make_plan();
    plan.long_trial_s = 1;
    plan.budget_s = 4.5;
    const Samples samples = measure(device, plan, {experiment_of(fma_8)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 3);
    EXPECT_NEAR(samples.seconds, 4, 1e-9);
    EXPECT_TRUE(samples.complete);
}

TEST(Stopping, TheBudgetCountsFromTheStartAndTheLongestRoundDecides) {
    // The first final round is slow (2 s); the later ones take 1 s, but one more like the first must still
    // fit.
    FakeScript script;
    script.seconds = [](const Experiment&, int trial, double) {
        return trial >= 10 && trial < 20 ? 0.2 : 0.1;
    };
    FakeDevice device(four_cores(), script);
    device.pause(100);  // a sweep, say
    Plan plan = make_plan();
    plan.long_trial_s = 1;
    plan.budget_s = 106.5;
    Samples samples = start_samples(device, plan);
    measure_rounds(device, plan, {.wanted = {experiment_of(fma_8)}, .absent = {}}, 0, samples, {});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 3);  // at 101, 103, 104; at 105 + 2 > 106.5
    EXPECT_NEAR(samples.seconds, 105, 1e-9);
}

TEST(Stopping, OneFinalBlockThereMustBe) {
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.budget_s = 1e-3;
    const Samples samples = measure(device, plan, {experiment_of(fma_8), experiment_of(add_8)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 1);
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 0);
    EXPECT_TRUE(samples.complete);
}

TEST(Stopping, ClockReadingsAndLoadingCountTowardsTheBudget) {
    FakeScript script;
    script.clock_read_s = 0.25;
    script.load_s = 0.5;
    FakeDevice device(four_cores(), script);
    Plan plan = make_plan();
    plan.budget_s = 5.5;  // 2 search blocks of 1.01 s, then final blocks of 1.02 s
    const Samples samples = measure(device, plan, {experiment_of(fma_8)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 3);
}

TEST(Stopping, PausesSpreadTheRounds) {
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.spread_s = 60;
    const Samples samples = measure(device, plan, {experiment_of(fma_8)});
    ASSERT_EQ(blocks_in(samples.series[0], Phase::final), 13);
    // A round begins every 5 s after the search's 0.02 s; the 13th after 60 s, and then the roof is precise.
    for (std::size_t round = 0; round < 13; ++round)
        EXPECT_NEAR(samples.series[0].blocks[2 + round].at_s, 0.02 + 5.0 * static_cast<double>(round), 1e-9);
    EXPECT_NEAR(samples.seconds, 60.04, 1e-9);
}

TEST(Stopping, TheSpreadCountsFromTheEndOfTheSearch) {
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.spread_s = 60;
    Samples samples = start_samples(device, plan);
    device.pause(100);  // a sweep, say
    measure_rounds(device, plan, {.wanted = {experiment_of(fma_8)}, .absent = {}}, 0, samples, {});
    const std::vector<Block>& blocks = samples.series[0].blocks;
    EXPECT_NEAR(blocks.back().at_s - blocks[2].at_s, 60, 1e-9);
}

TEST(Stopping, PausesEndWithTheBudget) {
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.spread_s = 60;
    plan.budget_s = 10;
    const Samples samples = measure(device, plan, {experiment_of(fma_8)});
    EXPECT_LE(samples.seconds, 10);
    EXPECT_GE(samples.seconds, 9);
    EXPECT_GE(blocks_in(samples.series[0], Phase::final), 13);
}

TEST(Stopping, WithoutSpreadNothingWaits) {
    FakeDevice device(four_cores(), noisy());
    measure(device, make_plan(), {experiment_of(fma_8)});
    EXPECT_TRUE(device.pauses().empty());
}

TEST(Stopping, AnInterruptionKeepsWhatThereIs) {
    FakeDevice device(four_cores(), {});
    int rounds = 0;
    bool stop = false;
    const MeasureOptions options{.interrupted = [&] { return stop; },
                                 .on_round = [&](const Samples&, double) { stop = ++rounds == 2 + 4; }};
    Plan plan = make_plan();
    plan.spread_s = 60;
    const Samples samples = measure(device, plan, {experiment_of(fma_8), experiment_of(add_8)}, options);
    EXPECT_FALSE(samples.complete);
    for (const Series& series : samples.series) {
        EXPECT_EQ(blocks_in(series, Phase::search), 2);
        EXPECT_EQ(blocks_in(series, Phase::final), 4);
    }
    // Three pauses of 60 ÷ 12 s between four rounds; an interrupted measurement does not wait.
    EXPECT_LT(samples.seconds, 16);
}

TEST(Stopping, AnInterruptionEndsAPause) {
    FakeDevice device(four_cores(), {});
    Plan plan = make_plan();
    plan.spread_s = 6000;
    plan.budget_s = 10000;
    const Samples samples =
        measure(device, plan, {experiment_of(fma_8)}, {.interrupted = [&] { return device.now() > 2; }});
    EXPECT_FALSE(samples.complete);
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 1);
    EXPECT_LT(samples.seconds, 2.5);
}

TEST(Stopping, AnInterruptionWithinARoundEndsBeforeTheNextBlock) {
    bool stop = false;
    FakeScript script;
    script.seconds = [&stop](const Experiment& experiment, int trial, double) {
        stop = stop || (experiment.kernel->op == Op::fma && trial == 12);  // in the first final block
        return 0.002;
    };
    FakeDevice device(four_cores(), script);
    const Samples samples = measure(device, make_plan(), {experiment_of(fma_8), experiment_of(add_8)},
                                    {.interrupted = [&] { return stop; }});
    EXPECT_FALSE(samples.complete);
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 1);
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 0);
    EXPECT_TRUE(samples.series[1].absent_reason.empty()) << "it was not refused";
}

TEST(Stopping, EveryRoundIsReportedWithAllThatWasMeasured) {
    FakeDevice device(four_cores(), {});
    std::vector<std::size_t> blocks;
    std::vector<double> fractions;
    const MeasureOptions options{.on_round = [&](const Samples& samples, double fraction) {
        std::size_t all = 0;
        for (const Series& series : samples.series) all += series.blocks.size();
        blocks.push_back(all);
        fractions.push_back(fraction);
        EXPECT_FALSE(samples.complete);
        EXPECT_DOUBLE_EQ(samples.seconds, device.now());
    }};
    measure(device, make_plan(), {experiment_of(fma_8), experiment_of(add_8)}, options);
    ASSERT_EQ(blocks.size(), 2u + 13u);
    for (std::size_t i = 0; i < blocks.size(); ++i) EXPECT_EQ(blocks[i], 2 * (i + 1));
    EXPECT_TRUE(std::is_sorted(fractions.begin(), fractions.end()));
    EXPECT_GT(fractions.front(), 0);
    EXPECT_LE(fractions.back(), 1);
}

}  // namespace
}  // namespace mansard::kernels
