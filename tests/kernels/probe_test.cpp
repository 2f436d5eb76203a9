// What doctor tries: all cores against one, what others have meanwhile.
#include "kernels/measure/probe.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using namespace testing;

const Diagnosis& topic(const std::vector<Diagnosis>& all, std::string_view name) {
    for (const Diagnosis& one : all)
        if (one.topic == name) return one;
    throw std::runtime_error("no topic " + std::string(name));
}

/// A fake counts the same elements for any number of threads, so that `factor` is how many times as long all
/// take.
FakeScript together(double factor) {
    FakeScript script;
    script.seconds = [factor](const Experiment& experiment, int, double) {
        return 0.002 * (experiment.target.threads > 1 ? factor : 1);
    };
    return script;
}

TEST(Probe, WholeCoresReachTheirNumber) {
    FakeDevice device(four_cores(), together(0.25));
    const Probe seen = probe(device);
    ASSERT_TRUE(seen.together.has_value());
    EXPECT_DOUBLE_EQ(*seen.together, 1);
    EXPECT_EQ(seen.others_cpus, 0.0);
    for (const Diagnosis& one : examine(seen)) EXPECT_EQ(one.health, Health::ok) << one.topic << one.text;
    EXPECT_TRUE(
        topic(examine(seen), "cores together").text.starts_with("4 threads reach 4.00 times one core's"))
        << topic(examine(seen), "cores together").text;
}

TEST(Probe, CpusThatShareACoreAreAProblem) {
    FakeDevice device(four_cores(), together(0.5));
    const Diagnosis one = topic(examine(probe(device)), "cores together");
    EXPECT_EQ(one.health, Health::problem);
    EXPECT_NE(one.text.find("share physical cores"), std::string::npos) << one.text;
    EXPECT_FALSE(one.remedy.empty());
}

TEST(Probe, TrialsWhoseThreadsWaitedSayNothingOfTheCores) {
    FakeScript script = together(0.5);
    script.trial_waited_s = [](const Experiment&, int, double) { return std::optional(0.001); };
    FakeDevice device(four_cores(), script);
    const Probe seen = probe(device);
    EXPECT_FALSE(seen.together.has_value());
    EXPECT_EQ(seen.disturbed, seen.trials);
    EXPECT_EQ(topic(examine(seen), "cores together").health, Health::warning);
    // One trial of each that had its cores is enough.
    script = together(0.25);
    script.trial_waited_s = [](const Experiment&, int trial, double) {
        return std::optional(trial == 5 ? 0.0 : 0.001);
    };
    FakeDevice busy(four_cores(), script);
    EXPECT_DOUBLE_EQ(probe(busy).together.value_or(0), 1);
}

TEST(Probe, OtherProgramsAreCountedWhileNothingIsDone) {
    FakeScript script = together(0.25);
    script.company = [](double) { return Company{.cpus = 1.5, .sibling_cpus = {}}; };
    FakeDevice device(four_cores(), script);
    const Probe seen = probe(device);
    ASSERT_TRUE(seen.others_cpus.has_value());
    EXPECT_NEAR(*seen.others_cpus, 1.5, 1e-9);
    const Diagnosis one = topic(examine(seen), "other programs");
    EXPECT_EQ(one.health, Health::warning);
    EXPECT_TRUE(one.text.starts_with("they have 1.5 CPUs")) << one.text;
    script.company = [](double) { return Company{.cpus = 2.5, .sibling_cpus = {}}; };
    FakeDevice full(four_cores(), script);
    EXPECT_EQ(topic(examine(probe(full)), "other programs").health, Health::problem) << "most of four cores";
}

TEST(Probe, OneCoreHasNothingToCompare) {
    Machine machine = four_cores();
    machine.cpus_used = {2};
    FakeDevice device(machine, {});
    EXPECT_EQ(topic(examine(probe(device)), "cores together").text, "there is one only");
}

TEST(Probe, WhatIsNotTriedHasTheSameTopics) {
    const auto tried = examine(Probe{}), not_tried = not_probed("a reason");
    ASSERT_EQ(tried.size(), not_tried.size());
    for (std::size_t i = 0; i < tried.size(); ++i) {
        EXPECT_EQ(tried[i].topic, not_tried[i].topic);
        EXPECT_EQ(tried[i].health, Health::ok);
        EXPECT_EQ(not_tried[i].text, "not tried: a reason");
    }
}

}  // namespace
}  // namespace mansard::kernels
