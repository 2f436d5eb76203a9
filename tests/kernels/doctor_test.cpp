// What mansard doctor reads from a machine's files, and what it makes of it.
#include "kernels/system/doctor.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/kernels/fake_root.hpp"
#include "tests/kernels/make_experiments.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;
using testing::four_cores;

/// A machine at rest with nothing to complain of.
Facts healthy() {
    return {.machine = four_cores(),
            .environment = {.load_1min = 0.05, .governor = "performance", .throttled_periods = 0},
            .cpus_online = "0-3",
            .cpus_allowed = "0-3",
            .stolen_fraction = 0.0,
            .smt = false,
            .boost = true,
            .huge_pages = "madvise",
            .memory_total = 16e9,
            .memory_available = 15e9,
            .perf_event_paranoid = 2,
            .core_counters = true,
            .clock_source = "tsc",
            .kernel = "6.1.0"};
}

Diagnosis about(const Facts& facts, const std::string& topic) {
    const auto all = examine(facts);
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Diagnosis& diagnosis) { return diagnosis.topic == topic; });
    if (found == all.end()) {
        ADD_FAILURE() << "no topic " << topic;
        return {};
    }
    return *found;
}

void expect_health(const Facts& facts, const std::string& topic, Health health, const std::string& part) {
    const Diagnosis diagnosis = about(facts, topic);
    EXPECT_EQ(name_of(diagnosis.health), name_of(health)) << topic << ": " << diagnosis.text;
    EXPECT_NE(diagnosis.text.find(part), std::string::npos) << topic << ": " << diagnosis.text;
    if (health != Health::ok) {
        EXPECT_FALSE(diagnosis.remedy.empty()) << topic;
    }
}

TEST(Doctor, AHealthyMachineHasNothingToTell) {
    for (const Diagnosis& diagnosis : examine(healthy())) {
        EXPECT_EQ(diagnosis.health, Health::ok) << diagnosis.topic << ": " << diagnosis.text;
        EXPECT_TRUE(diagnosis.remedy.empty()) << diagnosis.topic;
        EXPECT_FALSE(diagnosis.text.empty()) << diagnosis.topic;
    }
}

TEST(Doctor, AMachineThatTellsNothingIsExaminedAllTheSame) {
    EXPECT_EQ(examine(Facts{}).size(), examine(healthy()).size());
}

TEST(Doctor, QuotasAndThrottling) {
    Facts facts = healthy();
    facts.machine.quota_cpus = 1.5;
    expect_health(facts, "CPU quota", Health::problem, "1.50 cores' time for 4 cores");
    facts.machine.quota_cpus = 4;
    expect_health(facts, "CPU quota", Health::ok, "4");
    facts.environment.throttled_periods = 7;
    facts.environment.throttled_s = 0.5;
    expect_health(facts, "throttling", Health::warning, "7 periods");
    facts.environment.throttled_periods.reset();
    expect_health(facts, "throttling", Health::ok, "no CPU accounting");
}

TEST(Doctor, CoresThatAreNotAllowed) {
    Facts facts = healthy();
    facts.machine.cpus_used = {0};
    facts.cpus_allowed = "0";
    expect_health(facts, "cores", Health::warning, "affinity mask allows 0 of 0-3");
    facts.cpuset = "0";
    expect_health(facts, "cores", Health::warning, "the cpuset allows 0 of 0-3");
}

TEST(Doctor, NeighboursAndClocks) {
    Facts facts = healthy();
    facts.stolen_fraction = 0.2;
    expect_health(facts, "steal", Health::warning, "20 %");
    facts.environment.load_1min = 3;
    expect_health(facts, "load", Health::warning, "3.00");
    facts.environment.governor = "powersave";
    expect_health(facts, "governor", Health::warning, "powersave");
    facts.environment.governor = "";
    expect_health(facts, "governor", Health::ok, "none");
    facts.clock_source = "hpet";
    expect_health(facts, "timer", Health::warning, "hpet");
    facts.core_classes = {{"cpu_core", "0-3"}, {"cpu_atom", "4-7"}};
    expect_health(facts, "kinds of core", Health::warning, "cpu_core: 0-3; cpu_atom: 4-7");
}

TEST(Doctor, MemoryAndCaches) {
    Facts facts = healthy();
    facts.huge_pages = "never";
    expect_health(facts, "huge pages", Health::warning, "never");
    facts.machine.caches.push_back({.level = Level::L3, .bytes = 268435456, .source = "getconf"});
    expect_health(facts, "caches", Health::warning, "16 MiB by hwloc, 256 MiB by getconf");
    facts.machine.caches.clear();
    expect_health(facts, "caches", Health::warning, "nobody");
    facts = healthy();
    facts.machine.memory_bytes = 256 * 1048576.0;
    facts.memory_limit = 256 * 1048576.0;
    expect_health(facts, "memory", Health::warning, "256 MiB by the cgroup's limit");
    expect_health(facts, "memory", Health::warning, "should be 64 MiB and will be 32 MiB");
    facts = healthy();
    facts.memory_available = 1e9;
    expect_health(facts, "memory", Health::warning, "free now");
}

TEST(Doctor, Counters) {
    Facts facts = healthy();
    facts.perf_event_paranoid = 4;
    expect_health(facts, "counters", Health::warning, "only root");
    facts.core_counters = false;
    facts.machine.virtualized = true;
    expect_health(facts, "counters", Health::warning, "none");
}

TEST(Facts, AreReadFromTheMachinesFiles) {
    FakeRoot root;
    root.with("sys/devices/system/cpu/online", "0-3\n")
        .with("sys/devices/system/cpu/smt/active", "1\n")
        .with("sys/devices/system/cpu/intel_pstate/no_turbo", "1\n")
        .with("sys/devices/cpu_core/cpus", "0-1\n")
        .with("sys/devices/cpu_atom/cpus", "2-3\n")
        .with("sys/kernel/mm/transparent_hugepage/enabled", "always madvise [never]\n")
        .with("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n")
        .with("sys/bus/event_source/devices/cpu_core/type", "4\n")
        .with("sys/fs/cgroup/a/cpuset.cpus.effective", "0-1\n");
    root.with("proc/self/status", "Name:\tx\nCpus_allowed:\tf\nCpus_allowed_list:\t0,2-3\n")
        .with("proc/self/cpuset", "/a\n")
        .with("proc/stat", "cpu  10 0 10 60 0 0 0 20 5 5\ncpu0 1 2 3\n")
        .with("proc/meminfo", "MemTotal:       8000 kB\nMemFree: 1 kB\nMemAvailable:    4000 kB\n")
        .with("proc/sys/kernel/perf_event_paranoid", "-1\n")
        .with("proc/sys/kernel/osrelease", "6.1.0-test\n")
        .with("proc/driver/nvidia/version", "NVRM version: 550.54\nGCC version: 12\n");
    const Facts facts = read_facts(four_cores(), Cgroup(root.path()), root.path());
    EXPECT_EQ(facts.cpus_online, "0-3");
    EXPECT_EQ(facts.cpus_allowed, "0,2-3");
    EXPECT_EQ(facts.cpuset, "0-1");
    EXPECT_EQ(facts.smt, true);
    EXPECT_EQ(facts.boost, false);
    EXPECT_EQ(facts.huge_pages, "never");
    ASSERT_EQ(facts.core_classes.size(), 2U);
    EXPECT_EQ(facts.core_classes[1].cpus, "2-3");
    EXPECT_DOUBLE_EQ(facts.stolen_fraction.value_or(-1), 0.2);
    EXPECT_EQ(facts.memory_total, 8000 * 1024.0);
    EXPECT_EQ(facts.memory_available, 4000 * 1024.0);
    EXPECT_EQ(facts.perf_event_paranoid, -1);
    EXPECT_TRUE(facts.core_counters);
    EXPECT_EQ(facts.clock_source, "tsc");
    EXPECT_EQ(facts.kernel, "6.1.0-test");
    EXPECT_EQ(facts.nvidia_driver, "NVRM version: 550.54");
}

TEST(Facts, ArmsCapacitiesMakeKinds) {
    FakeRoot root;
    root.with("sys/devices/system/cpu/cpu0/cpu_capacity", "400\n")
        .with("sys/devices/system/cpu/cpu1/cpu_capacity", "1024\n")
        .with("sys/devices/system/cpu/cpu2/cpu_capacity", "1024\n")
        .with("sys/bus/event_source/devices/armv8_pmuv3_0/type", "9\n");
    const Facts facts = read_facts(four_cores(), Cgroup(root.path()), root.path());
    ASSERT_EQ(facts.core_classes.size(), 2U);
    EXPECT_EQ(facts.core_classes[1].cpus, "1,2");
    EXPECT_TRUE(facts.core_counters);
    root.with("sys/devices/system/cpu/cpu0/cpu_capacity", "1024\n");
    EXPECT_TRUE(read_facts(four_cores(), Cgroup(root.path()), root.path()).core_classes.empty());
}

TEST(Facts, NothingThereIsNothingTold) {
    const FakeRoot root;
    const Facts facts = read_facts(four_cores(), Cgroup(root.path()), root.path());
    EXPECT_FALSE(facts.smt || facts.boost || facts.stolen_fraction || facts.memory_total);
    EXPECT_TRUE(facts.core_classes.empty());
    EXPECT_FALSE(facts.core_counters);
}

}  // namespace
}  // namespace mansard::kernels
