// Control groups of versions 1 and 2, hybrids and containers, as directory trees.
#include "kernels/system/cgroup.hpp"

#include <gtest/gtest.h>

#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;

constexpr const char* v2_mount =
    "30 24 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate\n";
constexpr const char* v1_mounts =
    "31 24 0:27 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
    "32 24 0:28 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory\n"
    "33 24 0:29 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset\n";
constexpr const char* other_mount = "25 24 0:5 / /proc rw - proc proc rw\n";

/// Version 2, the process in /a/b.
void in_unified(FakeRoot& root) {
    root.with("proc/self/cgroup", "0::/a/b\n")
        .with("proc/self/mountinfo", std::string(other_mount) + v2_mount);
    root.with("sys/fs/cgroup/a/b/cgroup.procs", "").with("sys/fs/cgroup/a/cgroup.procs", "");
}

/// Version 1, the process in /a/b of the controllers for CPU and memory.
void in_v1(FakeRoot& root) {
    root.with("proc/self/cgroup", "5:cpuset:/\n4:memory:/a/b\n3:cpu,cpuacct:/a/b\n");
    root.with("proc/self/mountinfo", std::string(other_mount) + v1_mounts);
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/tasks", "").with("sys/fs/cgroup/memory/a/b/tasks", "");
}

TEST(CgroupV2, QuotaAndMemoryOfTheGroup) {
    FakeRoot root;
    in_unified(root);
    root.with("sys/fs/cgroup/a/b/cpu.max", "150000 100000\n")
        .with("sys/fs/cgroup/a/b/memory.max", "2147483648\n");
    root.with("sys/fs/cgroup/a/cpu.max", "max 100000\n").with("sys/fs/cgroup/a/memory.max", "max\n");
    const Cgroup cgroup(root.path());
    EXPECT_EQ(cgroup.quota_cpus(), 1.5);
    EXPECT_EQ(cgroup.memory_limit(), 2147483648.0);
}

TEST(CgroupV2, TheTightestAncestorLimits) {
    FakeRoot root;
    in_unified(root);
    root.with("sys/fs/cgroup/a/b/cpu.max", "400000 100000\n")
        .with("sys/fs/cgroup/a/cpu.max", "50000 100000\n");
    root.with("sys/fs/cgroup/a/b/memory.max", "max\n").with("sys/fs/cgroup/a/memory.max", "1048576\n");
    const Cgroup cgroup(root.path());
    EXPECT_EQ(cgroup.quota_cpus(), 0.5);
    EXPECT_EQ(cgroup.memory_limit(), 1048576.0);
}

TEST(CgroupV2, UnlimitedIsNothing) {
    FakeRoot root;
    in_unified(root);
    root.with("sys/fs/cgroup/a/b/cpu.max", "max 100000\n").with("sys/fs/cgroup/a/b/memory.max", "max\n");
    const Cgroup cgroup(root.path());
    EXPECT_FALSE(cgroup.quota_cpus().has_value());
    EXPECT_FALSE(cgroup.memory_limit().has_value());
}

TEST(CgroupV2, ThrottledTimeIsInMicroseconds) {
    FakeRoot root;
    in_unified(root);
    root.with(
        "sys/fs/cgroup/a/b/cpu.stat",
        "usage_usec 5000000\nuser_usec 4000000\nnr_periods 100\nnr_throttled 7\nthrottled_usec 2500000\n");
    const auto throttling = Cgroup(root.path()).throttling();
    ASSERT_TRUE(throttling.has_value());
    EXPECT_EQ(throttling->periods, 7);
    EXPECT_DOUBLE_EQ(throttling->seconds, 2.5);
}

TEST(CgroupV2, WhatAQuotaAboveStopsCountsToo) {
    FakeRoot root;
    in_unified(root);
    root.with("sys/fs/cgroup/a/b/cpu.stat", "usage_usec 1\nnr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");
    root.with("sys/fs/cgroup/a/cpu.stat", "nr_periods 9\nnr_throttled 5\nthrottled_usec 1500000\n");
    const auto throttling = Cgroup(root.path()).throttling();
    ASSERT_TRUE(throttling.has_value());
    EXPECT_EQ(throttling->periods, 5);
    EXPECT_DOUBLE_EQ(throttling->seconds, 1.5);
}

TEST(CgroupV2, AGroupWithoutQuotaCountsNoThrottling) {
    FakeRoot root;
    in_unified(root);
    root.with("sys/fs/cgroup/a/b/cpu.stat", "usage_usec 5000000\nuser_usec 4000000\n");
    EXPECT_FALSE(Cgroup(root.path()).throttling().has_value());
}

TEST(CgroupV2, AContainerSeesItsOwnGroupAsTheTop) {
    // Its cgroup namespace shows "/", its mount the container's group.
    FakeRoot root;
    root.with("proc/self/cgroup", "0::/\n").with("proc/self/mountinfo", v2_mount);
    root.with("sys/fs/cgroup/cpu.max", "200000 100000\n").with("sys/fs/cgroup/memory.max", "4096\n");
    const Cgroup cgroup(root.path());
    EXPECT_EQ(cgroup.quota_cpus(), 2.0);
    EXPECT_EQ(cgroup.memory_limit(), 4096.0);
}

TEST(CgroupV2, AContainerWithTheHostsPathsMountsFromItsGroupDownwards) {
    FakeRoot root;
    root.with("proc/self/cgroup", "0::/docker/abc/inner\n");
    root.with("proc/self/mountinfo", "30 24 0:26 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup rw\n");
    root.with("sys/fs/cgroup/inner/cpu.max", "max 100000\n").with("sys/fs/cgroup/cpu.max", "300000 100000\n");
    EXPECT_EQ(Cgroup(root.path()).quota_cpus(), 3.0);
}

TEST(CgroupV2, APathThatIsNotMountedHereFallsBackToTheTop) {
    FakeRoot root;
    root.with("proc/self/cgroup", "0::/host/only\n").with("proc/self/mountinfo", v2_mount);
    root.with("sys/fs/cgroup/cpu.max", "100000 100000\n");
    EXPECT_EQ(Cgroup(root.path()).quota_cpus(), 1.0);
}

TEST(CgroupV1, QuotaThrottlingAndMemory) {
    FakeRoot root;
    in_v1(root);
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "25000\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "50000\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.stat",
              "nr_periods 10\nnr_throttled 3\nthrottled_time 1500000000\n");
    root.with("sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    root.with("sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1073741824\n");
    const Cgroup cgroup(root.path());
    EXPECT_EQ(cgroup.quota_cpus(), 0.5);
    EXPECT_EQ(cgroup.memory_limit(), 1073741824.0);
    const auto throttling = cgroup.throttling();
    ASSERT_TRUE(throttling.has_value());
    EXPECT_EQ(throttling->periods, 3);
    EXPECT_DOUBLE_EQ(throttling->seconds, 1.5) << "nanoseconds in version 1";
}

TEST(CgroupV1, MinusOneIsUnlimitedAndAncestorsLimit) {
    FakeRoot root;
    in_v1(root);
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "-1\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
    EXPECT_FALSE(Cgroup(root.path()).quota_cpus().has_value());
    root.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "350000\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(Cgroup(root.path()).quota_cpus(), 3.5);
}

TEST(CgroupHybrid, TheControllersOfVersion1Count) {
    FakeRoot root;
    in_v1(root);
    root.with("proc/self/cgroup", "4:memory:/a/b\n3:cpu,cpuacct:/a/b\n0::/a/b\n");
    root.with("proc/self/mountinfo",
              std::string(v1_mounts) + "40 24 0:40 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    root.with("sys/fs/cgroup/unified/a/b/cgroup.procs", "");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us", "200000\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_period_us", "100000\n");
    EXPECT_EQ(Cgroup(root.path()).quota_cpus(), 2.0);
}

TEST(CgroupHybrid, ControllersMayBeSplitBetweenTheVersions) {
    FakeRoot root;
    root.with("proc/self/cgroup", "3:cpu,cpuacct:/a\n0::/b\n");
    root.with("proc/self/mountinfo",
              std::string(v1_mounts) + "40 24 0:40 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us", "200000\n");
    root.with("sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us", "100000\n");
    root.with("sys/fs/cgroup/unified/b/memory.max", "8192\n");
    const Cgroup cgroup(root.path());
    EXPECT_EQ(cgroup.quota_cpus(), 2.0);
    EXPECT_EQ(cgroup.memory_limit(), 8192.0);
}

TEST(Cgroup, MissingFilesAreNothing) {
    FakeRoot root;
    const auto expect_nothing = [&root](const char* what) {
        const Cgroup cgroup(root.path());
        EXPECT_FALSE(cgroup.quota_cpus().has_value()) << what;
        EXPECT_FALSE(cgroup.throttling().has_value()) << what;
        EXPECT_FALSE(cgroup.memory_limit().has_value()) << what;
    };
    expect_nothing("an empty root");
    root.with("proc/self/cgroup", "0::/a\n");
    expect_nothing("no mounts");
    root.with("proc/self/mountinfo", v2_mount);
    expect_nothing("a group without files");
    root.with("proc/self/cgroup", "nonsense\n0:\n")
        .with("proc/self/mountinfo", "short - line\n - \nnonsense\n");
    expect_nothing("nonsense");
}

}  // namespace
}  // namespace mansard::kernels
