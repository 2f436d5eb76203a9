// A measurement that is interrupted and goes on ends with the blocks that an uninterrupted one has.
#include "kernels/measure/resume.hpp"

#include <gtest/gtest.h>

#include "core/error.hpp"
#include "core/json.hpp"
#include "kernels/measure/repeat.hpp"
#include "kernels/measure/sweep.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const KernelDesc fma_8 = compute_kernel(Op::fma, 8);
const KernelDesc fma_10 = compute_kernel(Op::fma, 10);
const KernelDesc load_4 = memory_kernel(Pattern::load, 4);

/// 10 chains win.
std::vector<Experiment> wanted() {
    return {experiment_of(fma_8), experiment_of(fma_10), experiment_of(load_4, Level::L1, 19660)};
}

FakeScript script() {
    return slower_variants({{"c8x8", 2}});
}

/// The samples as they were flushed after `rounds` rounds of measure_rounds(), as after a kill.
Samples flushed_after(int rounds) {
    FakeDevice device(four_cores(), script());
    Samples flushed = start_samples(device, make_plan());
    int seen = 0;
    const MeasureOptions options{.on_round = [&](const Samples& samples, double) {
        if (seen++ < rounds) flushed = samples;
    }};
    measure(device, make_plan(), wanted(), options);
    return samples_from_json(to_json(flushed), "flushed");
}

Samples resumed(Samples samples, std::vector<std::string>* loads = nullptr) {
    FakeDevice device(four_cores(), script());
    const double start_s = resume_samples(device, samples);
    measure_rounds(device, make_plan(), {.wanted = wanted(), .absent = {}}, start_s, samples, {});
    if (loads != nullptr) *loads = device.loads();
    return samples;
}

void expect_same_blocks(const Samples& one, const Samples& other) {
    ASSERT_EQ(one.series.size(), other.series.size());
    for (std::size_t i = 0; i < one.series.size(); ++i) {
        ASSERT_EQ(one.series[i].blocks.size(), other.series[i].blocks.size()) << one.series[i].kernel;
        for (std::size_t b = 0; b < one.series[i].blocks.size(); ++b) {
            EXPECT_EQ(one.series[i].blocks[b].phase, other.series[i].blocks[b].phase);
            EXPECT_EQ(one.series[i].blocks[b].round, other.series[i].blocks[b].round);
        }
    }
}

TEST(Resume, EveryPlaceOfInterruptionEndsAlike) {
    FakeDevice device(four_cores(), script());
    const Samples whole = measure(device, make_plan(), wanted());
    for (const int rounds : {0, 1, 2, 3, 7, 14}) {
        const Samples before = flushed_after(rounds);
        const Samples after = resumed(before);
        SCOPED_TRACE(rounds);
        expect_same_blocks(whole, after);
        EXPECT_TRUE(after.complete);
        EXPECT_EQ(after.resumed, 1);
        EXPECT_GE(after.seconds, before.seconds) << "times go on";
        ASSERT_FALSE(after.notes.empty());
        EXPECT_EQ(after.notes.back().code, "resumed");
    }
}

TEST(Resume, WhatIsThereIsNotMeasuredAgain) {
    std::vector<std::string> loads;
    resumed(flushed_after(2 + 12), &loads);
    // The search is done, and of the 13 rounds one is left: the winner and the loads.
    EXPECT_EQ(loads.size(), 2U);
}

TEST(Resume, APartOfARoundIsCompleted) {
    Samples samples = flushed_after(2 + 5);
    samples.series[1].blocks.pop_back();
    std::vector<std::string> loads;
    const Samples after = resumed(samples, &loads);
    EXPECT_EQ(blocks_in(after.series[1], Phase::final), 13);
    EXPECT_EQ(after.series[1].blocks.back().round, 12);
    EXPECT_EQ(loads.size(), 1U + 2U * 8U);
}

TEST(Resume, TimesGoOnAndCountersSkipTheGap) {
    FakeDevice device(four_cores(), {.throttled_s = [](double now) { return 100 + now; }});
    Samples samples = flushed_after(4);
    samples.before.throttled_s = 1;
    samples.after.throttled_s = 3;
    samples.seconds = 50;
    const double start_s = resume_samples(device, samples);
    EXPECT_DOUBLE_EQ(device.now() - start_s, 50);
    EXPECT_DOUBLE_EQ(*samples.after.throttled_s - *samples.before.throttled_s, 2);
    EXPECT_FALSE(samples.complete);
}

TEST(Resume, TheBudgetIsNotGrantedTwice) {
    Samples samples = flushed_after(2 + 3);
    samples.seconds = 1e6;
    EXPECT_EQ(blocks_in(resumed(samples).series[1], Phase::final), 3);
}

TEST(Resume, AnotherPlanIsRefused) {
    const Samples samples = flushed_after(5);
    const auto refused = [](const Samples& these, const Plan& plan,
                            const std::vector<Experiment>& experiments, const std::string& told) {
        try {
            require_same_plan(these, plan, {.wanted = experiments, .absent = {}}, "s.json");
            ADD_FAILURE() << "accepted instead of: " << told;
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find(told), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("s.json"), std::string::npos) << error.what();
        }
    };
    EXPECT_NO_THROW(require_same_plan(samples, make_plan(), {.wanted = wanted(), .absent = {}}, "s.json"));
    Plan other = make_plan();
    other.name = "other";
    refused(samples, other, wanted(), "not of other");
    refused(samples, make_plan(), {wanted()[0], wanted()[1]}, "do not ask for");
    std::vector<Experiment> more = wanted();
    more.push_back(experiment_of(load_4, Level::L2, 131072));
    refused(samples, make_plan(), more, "ask for cpu.core.bandwidth.L2.load");
    std::vector<Experiment> larger = wanted();
    larger[2].set_bytes *= 2;
    refused(samples, make_plan(), larger, "do not ask for");
    Samples old = samples;
    old.tool_version = "0.0.1";
    refused(old, make_plan(), wanted(), "mansard 0.0.1");

    Samples empty = samples;
    empty.series.clear();
    EXPECT_NO_THROW(require_same_plan(empty, make_plan(), {.wanted = wanted(), .absent = {}}, "s.json"));
}

TEST(Resume, SaysWhatThereIs) {
    EXPECT_EQ(in_words(standing(flushed_after(0))), "nothing");
    EXPECT_EQ(in_words(standing(flushed_after(5))), "2 rounds of the search, 3 final rounds");
}

TEST(Resume, TheSweepGoesOnToo) {
    const Experiments memory{.wanted = {experiment_of(load_4, Level::DRAM, 1 << 27)}, .absent = {}};
    FakeDevice first(four_cores(), {});
    const Plan plan = make_plan();
    Samples samples = start_samples(first, plan);
    int flushes = 0;
    measure_sweep(first, plan, memory, 0, samples, {.on_round = [&](const Samples& so_far, double) {
                      EXPECT_FALSE(so_far.series.empty());
                      ++flushes;
                  }});
    EXPECT_EQ(flushes, 2);
    const std::size_t sizes = samples.series.size();
    for (std::size_t i = sizes / 2; i < sizes; ++i) samples.series[i].blocks.pop_back();
    FakeDevice second(four_cores(), {});
    measure_sweep(second, plan, memory, 0, samples, {});
    EXPECT_EQ(second.loads().size(), sizes - sizes / 2);
    ASSERT_EQ(samples.series.size(), sizes);
    for (const Series& series : samples.series) EXPECT_EQ(series.blocks.size(), 2U);
}

TEST(Resume, WhatWasPlannedByAPartOfASweepIsPlannedAnew) {
    FakeDevice first(four_cores(), {});
    Samples samples = start_samples(first, make_plan());
    int asked = 0;
    measure_sweep(first, make_plan(), {.wanted = wanted(), .absent = {}}, 0, samples,
                  {.interrupted = [&] { return ++asked > 10; }});
    // Of other sizes than the whole sweep gives, and without a block.
    samples.series.push_back({.target = wanted()[2].target, .kernel = "load", .working_set_bytes = 12345});
    samples.series.push_back({.target = wanted()[0].target, .absent_reason = "this machine shows no L3"});
    EXPECT_NO_THROW(require_same_plan(samples, make_plan(), {.wanted = wanted(), .absent = {}}, "s.json"));
    FakeDevice second(four_cores(), {});
    resume_samples(second, samples);
    ASSERT_FALSE(samples.series.empty());
    for (const Series& series : samples.series) EXPECT_FALSE(series.blocks.empty()) << series.kernel;
}

TEST(Repeat, FinalRoundsAloneAndAtOnce) {
    FakeDevice device(four_cores(), script());
    Samples samples = start_samples(device, repeat_plan());
    measure_again(device, repeat_plan(), {.wanted = wanted(), .absent = {}}, device.now(), samples, {});
    for (const Series& series : samples.series) {
        EXPECT_GE(blocks_in(series, Phase::final), 13) << series.kernel;
        EXPECT_EQ(blocks_in(series, Phase::search), 0);
    }
    EXPECT_TRUE(samples.complete);
    EXPECT_LE(device.now(), 15);
}

TEST(Repeat, SlowKernelsStayWithinTheBudget) {
    FakeScript slow;
    slow.load_s = 0.4;
    FakeDevice device(four_cores(), slow);
    Samples samples = start_samples(device, repeat_plan());
    measure_again(device, repeat_plan(), {.wanted = wanted(), .absent = {}}, device.now(), samples, {});
    EXPECT_LE(device.now(), 15);
    EXPECT_GE(blocks_in(samples.series[0], Phase::final), 3);
}

TEST(Repeat, KernelsAreFoundByName) {
    const KernelDesc* kernel = all_kernels().front();
    Target target{.kind = kernel->measures, .isa = kernel->isa};
    Machine machine = four_cores();
    machine.isas = {kernel->isa};
    const auto reason = [&](const Repeat& repeat) {
        const std::vector<Repeat> one{repeat};
        const Experiments found = repeat_experiments(one, machine);
        return found.absent.empty() ? std::string() : found.absent[0].reason;
    };
    const Repeat good{target, kernel_name(*kernel), 0};
    EXPECT_EQ(reason(good), "");
    EXPECT_NE(reason({target, "no_such_kernel", 0}).find("no_such_kernel"), std::string::npos);
    Target crowd = target;
    crowd.threads = 64;
    EXPECT_NE(reason({crowd, good.kernel, 0}).find("64 cores"), std::string::npos);
    EXPECT_NE(reason({target, good.kernel, 1e300}).find("memory"), std::string::npos);
    EXPECT_NE(reason({target, good.kernel, -1}).find("memory"), std::string::npos);
    machine.isas.clear();
    EXPECT_NE(reason(good).find("this CPU has no"), std::string::npos);
}

}  // namespace
}  // namespace mansard::kernels
