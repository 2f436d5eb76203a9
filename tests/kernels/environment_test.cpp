#include "kernels/system/environment.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;

TEST(Environment, ReadsWhatTheSystemSays) {
    FakeRoot root;
    root.with("proc/loadavg", "1.25 0.50 0.10 2/345 6789\n");
    root.with("proc/stat",
              "cpu  9 9 9 9 9 9 9 999999 0 0\n"
              "cpu0 1 2 3 4 5 6 7 100 0 0\n"
              "cpu1 1 2 3 4 5 6 7 50000 0 0\n"
              "cpu2 1 2 3 4 5 6 7 300 0 0\n"
              "intr 1 2 3\n");
    root.with("sys/devices/system/cpu/cpu2/cpufreq/scaling_governor", "powersave\n");
    root.with("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
    root.with("proc/self/task/10/schedstat", "5000000000 1500000000 7\n");
    root.with("proc/self/task/11/schedstat", "1 500000000 2\n");
    root.with("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
    root.with("proc/self/cgroup", "0::/\n");
    root.with("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    root.with("sys/fs/cgroup/cpu.stat", "nr_throttled 4\nthrottled_usec 250000\n");
    const std::vector<int> cpus{2, 0};
    const Environment environment = read_environment(cpus, Cgroup(root.path()), root.path());
    EXPECT_EQ(environment.load_1min, 1.25);
    EXPECT_EQ(environment.governor, "powersave") << "of the first used CPU";
    ASSERT_TRUE(environment.steal_s.has_value());
    EXPECT_DOUBLE_EQ(*environment.steal_s, 400.0 / static_cast<double>(::sysconf(_SC_CLK_TCK)))
        << "of the used CPUs alone";
    EXPECT_EQ(environment.throttled_s, 0.25);
    EXPECT_EQ(environment.throttled_periods, 4);
    EXPECT_TRUE(environment.involuntary_switches.has_value());
    ASSERT_TRUE(environment.waited_s.has_value());
    EXPECT_DOUBLE_EQ(*environment.waited_s, 2) << "of all threads";
    EXPECT_EQ(environment.huge_pages, "madvise");
}

TEST(Environment, WhatIsMissingIsNotZero) {
    const FakeRoot root;
    const std::vector<int> cpus{0};
    const Environment environment = read_environment(cpus, Cgroup(root.path()), root.path());
    EXPECT_FALSE(environment.load_1min.has_value());
    EXPECT_TRUE(environment.governor.empty());
    EXPECT_FALSE(environment.steal_s.has_value());
    EXPECT_FALSE(environment.throttled_s.has_value());
    EXPECT_FALSE(environment.throttled_periods.has_value());
    EXPECT_FALSE(environment.waited_s.has_value());
    EXPECT_EQ(environment.huge_pages, "");
}

TEST(Environment, AnOldKernelCountsNoSteal) {
    FakeRoot root;
    root.with("proc/stat", "cpu0 1 2 3 4 5 6 7\n").with("proc/loadavg", "");
    const std::vector<int> cpus{0};
    const Environment environment = read_environment(cpus, Cgroup(root.path()), root.path());
    EXPECT_FALSE(environment.steal_s.has_value());
    EXPECT_FALSE(environment.load_1min.has_value());
}

}  // namespace
}  // namespace mansard::kernels
