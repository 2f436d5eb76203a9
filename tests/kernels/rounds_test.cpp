// The protocol's order: who is searched, who goes on, who follows whom.
#include "kernels/measure/rounds.hpp"

#include <gtest/gtest.h>

#include <set>

#include "kernels/measure/sweep.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8), fma_10 = compute_kernel(Op::fma, 10),
                 fma_12 = compute_kernel(Op::fma, 12), fma_14 = compute_kernel(Op::fma, 14);
const KernelDesc add_8 = compute_kernel(Op::add, 8), mul_8 = compute_kernel(Op::mul, 8);
const KernelDesc load_1 = memory_kernel(Pattern::load, 1), load_4 = memory_kernel(Pattern::load, 4);
const KernelDesc chase = memory_kernel(Pattern::chase, 1);

TEST(Rounds, TheSearchGivesEveryVariantTwoShortBlocksInRoundsApart) {
    FakeDevice device(four_cores(), {});
    const Samples samples =
        measure(device, make_plan(), {experiment_of(fma_8), experiment_of(fma_10), experiment_of(fma_12)});
    ASSERT_EQ(samples.series.size(), 3u);
    for (const Series& series : samples.series) {
        ASSERT_EQ(blocks_in(series, Phase::search), 2);
        for (int round = 0; round < 2; ++round) {
            const Block& block = series.blocks[static_cast<std::size_t>(round)];
            EXPECT_EQ(block.phase, Phase::search);
            EXPECT_EQ(block.round, round);
            EXPECT_EQ(block.seconds.size(), 5u);
        }
        // The other variants ran in between: five trials of 2 ms each.
        EXPECT_GE(series.blocks[1].at_s - series.blocks[0].at_s, 0.02);
    }
}

TEST(Rounds, TheBestOfEachRoofGoOnAndOnlyFinalBlocksFollow) {
    // fma: 10, then 14 chains are best; add has one variant, and slower ones of other roofs are no rivals of
    // it.
    FakeDevice device(four_cores(), slower_variants({{"c8x8", 3}, {"c12x12", 2}, {"c14x14", 1.5}}));
    Plan plan = make_plan();
    plan.finalists = 2;
    const Samples samples = measure(device, plan,
                                    {experiment_of(fma_8), experiment_of(fma_10), experiment_of(fma_12),
                                     experiment_of(fma_14), experiment_of(add_8)});
    const std::vector<bool> goes_on{false, true, false, true, true};
    for (std::size_t i = 0; i < goes_on.size(); ++i) {
        const Series& series = samples.series[i];
        EXPECT_EQ(blocks_in(series, Phase::final) > 0, goes_on[i]) << series.kernel;
        for (std::size_t b = 0; b < series.blocks.size(); ++b)
            EXPECT_EQ(series.blocks[b].phase, b < 2 ? Phase::search : Phase::final);
    }
    for (const Block& block : samples.series[1].blocks)
        if (block.phase == Phase::final) {
            EXPECT_EQ(block.seconds.size(), 10u);
        }
}

TEST(Rounds, EachDeviceIsSearchedWhateverTheSamplesHoldOfAnother) {
    FakeDevice device(four_cores(), slower_variants({{"c8x8", 3}}));
    const Plan plan = make_plan();
    Samples samples = measure(device, plan, {experiment_of(fma_8), experiment_of(fma_10)});
    std::vector<Experiment> others{experiment_of(fma_8), experiment_of(fma_10)};
    for (Experiment& experiment : others) experiment.target.device = "cuda:0";
    measure_rounds(device, plan, {.wanted = others, .absent = {}}, device.now(), samples, {});
    ASSERT_EQ(samples.series.size(), 4u);
    for (const std::size_t other : {2, 3}) EXPECT_EQ(blocks_in(samples.series[other], Phase::search), 2);
    EXPECT_EQ(blocks_in(samples.series[2], Phase::final), 0);
    EXPECT_GT(blocks_in(samples.series[3], Phase::final), 0);
}

TEST(Rounds, OneLuckySearchBlockIsEnoughToGoOn) {
    // 8 chains are slow in the first search block only: their best block counts.
    FakeScript script;
    script.seconds = [](const Experiment& experiment, int trial, double) {
        if (variant_name(*experiment.kernel) == "c8x8") return trial < 5 ? 0.01 : 0.002;
        return 0.003;
    };
    FakeDevice device(four_cores(), script);
    const Samples samples = measure(device, make_plan(), {experiment_of(fma_8), experiment_of(fma_10)});
    EXPECT_GT(blocks_in(samples.series[0], Phase::final), 0);
    EXPECT_EQ(blocks_in(samples.series[1], Phase::final), 0);
}

TEST(Rounds, LatenciesCompeteForTheLeast) {
    const KernelDesc wide = memory_kernel(Pattern::chase, 2);
    FakeDevice device(four_cores(), slower_variants({{"s1", 2}}));
    const Samples samples = measure(
        device, make_plan(), {experiment_of(chase, Level::L1, 16384), experiment_of(wide, Level::L1, 16384)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 0);
    EXPECT_GT(blocks_in(samples.series[1], Phase::final), 0);
}

TEST(Rounds, ASecondSetOfTheDramIsNoRival) {
    FakeScript script;
    script.seconds = [](const Experiment& experiment, int, double) {
        return 0.002 * (experiment.kernel->streams == 1 ? 2 : 1) * static_cast<double>(experiment.set_bytes) /
               1e8;
    };
    FakeDevice device(four_cores(), script);
    const Samples samples = measure(
        device, make_plan(),
        {experiment_of(load_1, Level::DRAM, 100000000), experiment_of(load_4, Level::DRAM, 100000000),
         experiment_of(load_1, Level::DRAM, 200000000), experiment_of(load_4, Level::DRAM, 200000000)});
    EXPECT_EQ(blocks_in(samples.series[0], Phase::final), 0);
    EXPECT_GT(blocks_in(samples.series[1], Phase::final), 0);
    EXPECT_EQ(blocks_in(samples.series[2], Phase::final), 0);
    EXPECT_GT(blocks_in(samples.series[3], Phase::final), 0);
}

TEST(Rounds, KernelsAlternateAndTheStartRotates) {
    FakeDevice device(four_cores(), noisy());
    const std::vector<Experiment> wanted{experiment_of(fma_8), experiment_of(add_8), experiment_of(mul_8),
                                         experiment_of(load_4, Level::L1, 16384)};
    const Samples samples = measure(device, make_plan(), wanted);
    const std::vector<std::string>& loads = device.loads();
    ASSERT_EQ(loads.size(), (2u + 16u) * wanted.size());
    std::set<std::string> starts;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        if (i > 0) {
            EXPECT_NE(loads[i], loads[i - 1]) << "block " << i;
        }
        if (i % wanted.size() == 0) {
            starts.insert(loads[i]);
            // A round holds every kernel once.
            EXPECT_EQ(std::set(loads.begin() + static_cast<std::ptrdiff_t>(i),
                               loads.begin() + static_cast<std::ptrdiff_t>(i + wanted.size()))
                          .size(),
                      wanted.size());
        }
    }
    EXPECT_EQ(starts.size(), wanted.size());
    for (const Series& series : samples.series)
        for (std::size_t b = 2; b < series.blocks.size(); ++b)
            EXPECT_EQ(series.blocks[b].round, static_cast<int>(b) - 2);
}

TEST(Rounds, WhatTheMachineLacksIsKeptWithItsReason) {
    FakeDevice device(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = start_samples(device, plan);
    EXPECT_EQ(samples.plan, "test");
    EXPECT_EQ(samples.machine.cpu_model, "Example CPU");
    EXPECT_FALSE(samples.complete);
    Target target = experiment_of(fma_8).target;
    target.isa = Isa::avx512;
    const Experiments experiments{.wanted = {experiment_of(fma_8)},
                                  .absent = {{target, "fma_f64_avx512_c8x8", "this CPU has no avx512"}}};
    measure_rounds(device, plan, experiments, 0, samples, {});
    ASSERT_EQ(samples.series.size(), 2u);
    EXPECT_EQ(samples.series[0].absent_reason, "this CPU has no avx512");
    EXPECT_EQ(samples.series[0].target, target);
    EXPECT_TRUE(samples.series[0].blocks.empty());
    EXPECT_TRUE(samples.complete);
    EXPECT_DOUBLE_EQ(samples.seconds, device.now());
    // A series says what it is evidence for.
    EXPECT_EQ(samples.series[1].kernel, "fma_f64_avx2_c8x8");
    EXPECT_EQ(samples.series[1].variant, "c8x8");
    EXPECT_EQ(samples.series[1].instruction, "vaddpd");
    EXPECT_EQ(samples.series[1].work, fma_8.work);
}

TEST(Rounds, TheSweepGoesThroughAllSizesTwice) {
    FakeDevice device(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = start_samples(device, plan);
    measure_sweep(device, plan, {.wanted = {experiment_of(load_4, Level::DRAM, 1 << 27)}, .absent = {}}, 0,
                  samples, {});
    const std::size_t sizes = sweep_experiments(four_cores()).size();
    ASSERT_EQ(samples.series.size(), sizes);
    for (const Series& series : samples.series)
        EXPECT_EQ(blocks_in(series, Phase::sweep), 2) << series.kernel;
    ASSERT_EQ(device.loads().size(), 2 * sizes);
    EXPECT_EQ(device.loads()[0], device.loads()[sizes]);
    EXPECT_NE(device.loads()[0], device.loads()[1]);
}

}  // namespace
}  // namespace mansard::kernels
