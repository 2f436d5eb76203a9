// Recorded machines (tests/data/kernels), so that every machine runs the same tests.
#include "kernels/system/topology.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.hpp"
#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;

Machine recorded(const std::string& name, const Cgroup& cgroup) {
    return read_machine(cgroup, {.hwloc_xml = MANSARD_SOURCE_DIR "/tests/data/kernels/" + name});
}

Machine recorded(const std::string& name) {
    const FakeRoot root;
    return recorded(name, Cgroup(root.path()));
}

constexpr double gib = 1024.0 * 1024.0 * 1024.0;

TEST(Topology, OneCpuPerPhysicalCore) {
    const Machine machine = recorded("two_nodes_smt.xml");
    EXPECT_EQ(machine.cores_online, 4);
    EXPECT_EQ(machine.threads_per_core, 2);
    EXPECT_EQ(machine.cpus_used, (std::vector{0, 2, 4, 6}));
    EXPECT_EQ(machine.numa_nodes, 2);
    ASSERT_EQ(machine.nodes.size(), 2u);
    EXPECT_EQ(machine.nodes[0].cpus, (std::vector{0, 2}));
    EXPECT_EQ(machine.nodes[1].cpus, (std::vector{4, 6}));
    EXPECT_EQ(machine.nodes[1].memory_bytes, gib);
    EXPECT_EQ(machine.memory_bytes, 2 * gib);
    EXPECT_FALSE(machine.quota_cpus.has_value());
}

TEST(Topology, ACpusetLeavesTheCoresThatItTouches) {
    // CPU 1 is the second thread of core 0; core 2 (CPUs 4 and 5) is not allowed at all.
    const Machine machine = recorded("two_nodes_smt_cpuset.xml");
    EXPECT_EQ(machine.cpus_used, (std::vector{1, 2, 6}));
}

TEST(Topology, CachesOfOneCoresPathWithTheirSource) {
    const Machine machine = recorded("two_nodes_smt.xml");
    ASSERT_EQ(machine.caches.size(), 3u);
    for (const CacheClaim& claim : machine.caches) EXPECT_EQ(claim.source, "hwloc");
    EXPECT_EQ(machine.cache(Level::L1)->bytes, 32768);
    EXPECT_EQ(machine.cache(Level::L1)->shared_by, 2);
    EXPECT_EQ(machine.cache(Level::L2)->bytes, 4194304);
    EXPECT_EQ(machine.cache(Level::L2)->shared_by, 2);
    EXPECT_EQ(machine.cache(Level::L3)->bytes, 16777216);
    EXPECT_EQ(machine.cache(Level::L3)->shared_by, 4) << "of its node, not of the machine";
}

TEST(Topology, UnknownCachesAreNotThere) {
    const Machine machine = recorded("no_caches.xml");
    EXPECT_EQ(machine.cpus_used, (std::vector{0, 1}));
    EXPECT_TRUE(machine.caches.empty());
    EXPECT_FALSE(machine.cache(Level::L3).has_value());
    EXPECT_EQ(machine.threads_per_core, 1);
    EXPECT_EQ(machine.numa_nodes, 1);
}

TEST(Topology, WithoutCoresEveryCpuCountsAsOne) {
    const Machine machine = recorded("no_cores.xml");
    EXPECT_EQ(machine.cpus_used, (std::vector{0, 1}));
    EXPECT_EQ(machine.cores_online, 2);
}

TEST(Topology, TheControlGroupsLimitsCount) {
    FakeRoot root;
    root.with("proc/self/cgroup", "0::/\n");
    root.with("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    root.with("sys/fs/cgroup/cpu.max", "150000 100000\n").with("sys/fs/cgroup/memory.max", "1073741824\n");
    Machine machine = recorded("two_nodes_smt.xml", Cgroup(root.path()));
    EXPECT_EQ(machine.quota_cpus, 1.5);
    EXPECT_EQ(machine.memory_bytes, gib);
    root.with("sys/fs/cgroup/memory.max", "1099511627776\n");
    machine = recorded("two_nodes_smt.xml", Cgroup(root.path()));
    EXPECT_EQ(machine.memory_bytes, 2 * gib) << "no more than there is";
}

TEST(Topology, AMissingOrBrokenRecordIsAnError) {
    FakeRoot root;
    root.with("broken.xml", "<topology><object");
    for (const char* name : {"none.xml", "broken.xml"}) {
        const std::string path = root.path() / name;
        try {
            read_machine(Cgroup(root.path()), {.hwloc_xml = path});
            ADD_FAILURE() << path << " was read";
        } catch (const Error& error) {
            EXPECT_EQ(error.status(), Exit::bad_input);
            EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
        }
    }
}

TEST(Topology, ThisMachineHasACpuAndMemory) {
    const Machine machine = read_machine(Cgroup());
    EXPECT_FALSE(machine.cpus_used.empty());
    EXPECT_LE(static_cast<int>(machine.cpus_used.size()), machine.cores_online);
    EXPECT_TRUE(std::is_sorted(machine.cpus_used.begin(), machine.cpus_used.end()));
    EXPECT_GT(machine.memory_bytes, 0);
    EXPECT_FALSE(machine.architecture.empty());
    EXPECT_EQ(machine.isas.front(), Isa::scalar);
}

}  // namespace
}  // namespace mansard::kernels
