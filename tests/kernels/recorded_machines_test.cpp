// Whole machines as they are recorded in tests/data/kernels: what mansard would measure on each.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/json.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/system/topology.hpp"
#include "tests/kernels/fake_root.hpp"

namespace mansard::kernels {
namespace {

using testing::FakeRoot;
using Isas = std::vector<Isa>;

constexpr double kib = 1024, mib = 1024 * kib;

Machine machine_of(const std::string& name, const Cgroup& cgroup) {
    const std::filesystem::path folder = MANSARD_SOURCE_DIR "/tests/data/kernels/" + name;
    return read_machine(cgroup, {.hwloc_xml = folder / "topology.xml", .root = folder});
}

Machine machine_of(const std::string& name) {
    const FakeRoot no_groups;
    return machine_of(name, Cgroup(no_groups.path()));
}

TEST(RecordedMachines, TwoSocketsWithSubNumaClusters) {
    const Machine machine = machine_of("snc");
    EXPECT_EQ(machine.cpu_model, "Intel(R) Xeon(R) Platinum 8480+");
    EXPECT_EQ(machine.cpu_model_number, 143);
    EXPECT_EQ(machine.isas, (Isas{Isa::scalar, Isa::sse2, Isa::avx, Isa::avx2, Isa::avx512}));
    EXPECT_FALSE(machine.virtualized);
    EXPECT_EQ(machine.cores_online, 8);
    EXPECT_EQ(machine.cpus_used, (std::vector{0, 2, 4, 6, 8, 10, 12, 14}));
    EXPECT_EQ(machine.threads_per_core, 2);
    EXPECT_EQ(machine.numa_nodes, 4);
    EXPECT_EQ(machine.cache(Level::L3)->shared_by, 4) << "of its cluster";
    EXPECT_EQ(machine.cache(Level::L3)->instances, 4);
    EXPECT_TRUE(machine.core_classes.empty());
}

TEST(RecordedMachines, FourCoreComplexesEachWithItsL3) {
    const Machine machine = machine_of("epyc");
    EXPECT_EQ(machine.cores_online, 8);
    EXPECT_EQ(machine.cache(Level::L3)->bytes, 16 * mib);
    EXPECT_EQ(machine.cache(Level::L3)->shared_by, 4);
    EXPECT_EQ(machine.cache(Level::L3)->instances, 4);
    EXPECT_EQ(machine.cache(Level::L2)->instances, 8);
    EXPECT_EQ(machine.numa_nodes, 1);
}

TEST(RecordedMachines, AHybridMeasuresItsFastestClassAndNamesBoth) {
    const Machine machine = machine_of("hybrid");
    EXPECT_EQ(machine.cores_online, 6);
    EXPECT_EQ(machine.cores_allowed, 6);
    EXPECT_EQ(machine.cpus_used, (std::vector{0, 2}));
    ASSERT_EQ(machine.core_classes.size(), 2U);
    EXPECT_EQ(machine.core_classes[0].name, "IntelCore");
    EXPECT_EQ(machine.core_classes[0].cores, 2);
    EXPECT_TRUE(machine.core_classes[0].used);
    EXPECT_EQ(machine.core_classes[1].name, "IntelAtom");
    EXPECT_EQ(machine.core_classes[1].cores, 4);
    EXPECT_FALSE(machine.core_classes[1].used);
    EXPECT_EQ(machine.cache(Level::L1)->bytes, 48 * kib) << "of the class that is measured";
    EXPECT_EQ(machine.cache(Level::L2)->instances, 2);
}

TEST(RecordedMachines, AnAarch64ServerIsNamedByItsPart) {
    const Machine machine = machine_of("grace");
    EXPECT_EQ(machine.architecture, "aarch64");
    EXPECT_EQ(machine.cpu_vendor, "ARM");
    EXPECT_EQ(machine.cpu_model, "Arm Neoverse V2");
    EXPECT_EQ(machine.cpu_model_number, 0xd4f);
    EXPECT_EQ(machine.isas, (Isas{Isa::scalar, Isa::neon, Isa::sve}));
    EXPECT_EQ(machine.cores_online, 4);
    EXPECT_EQ(machine.threads_per_core, 1);
    EXPECT_EQ(machine.cache(Level::L1)->bytes, 64 * kib);
    EXPECT_EQ(machine.cache(Level::L3)->bytes, 114 * mib);
}

TEST(RecordedMachines, AContainerWithOneAndAHalfCpus) {
    FakeRoot v2;
    v2.with("proc/self/cgroup", "0::/\n");
    v2.with("proc/self/mountinfo", "30 24 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    v2.with("sys/fs/cgroup/cpu.max", "150000 100000\n").with("sys/fs/cgroup/memory.max", "1073741824\n");
    FakeRoot v1;
    v1.with("proc/self/cgroup", "4:memory:/docker/c\n3:cpu,cpuacct:/docker/c\n");
    v1.with("proc/self/mountinfo",
            "31 24 0:27 /docker/c /sys/fs/cgroup/cpu,cpuacct ro - cgroup cgroup rw,cpu,cpuacct\n"
            "32 24 0:28 /docker/c /sys/fs/cgroup/memory ro - cgroup cgroup rw,memory\n");
    v1.with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n")
        .with("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n")
        .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "1073741824\n");
    for (const FakeRoot* root : {&v2, &v1}) {
        const Machine machine = machine_of("epyc", Cgroup(root->path()));
        EXPECT_EQ(machine.quota_cpus, 1.5);
        EXPECT_EQ(machine.memory_bytes, 1024 * mib);
        EXPECT_EQ(machine.memory_installed_bytes, 32 * 1024 * mib);
        EXPECT_EQ(machine.cpus_used.size(), 8U) << "a quota takes time, no cores";
    }
}

/// A machine without caches in hwloc's eyes, whose sysfs claims `size` for an L3.
Machine with_l3(const std::string& size) {
    FakeRoot root;
    const std::string cache = "sys/devices/system/cpu/cpu0/cache/";
    const auto claim = [&](int index, const char* level, const char* type, const std::string& bytes) {
        const std::string folder = cache + "index" + std::to_string(index) + "/";
        root.with(folder + "level", std::string(level) + "\n")
            .with(folder + "type", std::string(type) + "\n");
        root.with(folder + "size", bytes + "\n").with(folder + "shared_cpu_list", "0-1\n");
    };
    claim(0, "1", "Data", "32K");
    claim(1, "1", "Instruction", "64K");
    claim(2, "2", "Unified", "1M");
    claim(3, "3", "Unified", size);
    return read_machine(
        Cgroup(root.path()),
        {.hwloc_xml = MANSARD_SOURCE_DIR "/tests/data/kernels/no_caches.xml", .root = root.path()});
}

TEST(RecordedMachines, AnL3SizeThatNoCacheHasIsRefusedAndKept) {
    for (const std::string size : {"0", "-1", "", "99999999999K", "0K", "nan", "32KB", "lots"}) {
        SCOPED_TRACE(size);
        const Machine machine = with_l3(size);
        EXPECT_FALSE(machine.cache(Level::L3).has_value());
        ASSERT_EQ(machine.refused_caches.size(), 1U);
        EXPECT_EQ(machine.refused_caches[0].level, Level::L3);
        EXPECT_EQ(machine.refused_caches[0].claim, size);
        EXPECT_EQ(machine.refused_caches[0].source, "sysfs");
        EXPECT_EQ(machine.cache(Level::L1)->bytes, 32 * kib) << "the other claims stand";
        EXPECT_EQ(machine.cache(Level::L2)->bytes, 1 * mib);
        EXPECT_FALSE(claimed_capacities(machine).contains(Level::L3));
    }
    const Machine sound = with_l3("32768K");
    EXPECT_EQ(sound.cache(Level::L3)->bytes, 32 * mib);
    EXPECT_EQ(sound.cache(Level::L3)->shared_by, 2);
    EXPECT_TRUE(sound.refused_caches.empty());
}

TEST(RecordedMachines, AnEmptyCpuinfoLeavesTheCpuUnnamed) {
    FakeRoot root;
    root.with("proc/cpuinfo", "");
    const Machine machine = read_machine(
        Cgroup(root.path()),
        {.hwloc_xml = MANSARD_SOURCE_DIR "/tests/data/kernels/no_caches.xml", .root = root.path()});
    EXPECT_EQ(machine.cpu_model, "");
    EXPECT_EQ(machine.cpu_vendor, "");
    EXPECT_EQ(machine.cpu_family, 0);
    EXPECT_EQ(machine.isas, Isas{Isa::scalar});
    EXPECT_EQ(machine.cpus_used.size(), 2U);
}

TEST(RecordedMachines, ALineOfCpuinfoWithoutAValueIsEmpty) {
    FakeRoot root;
    root.with("proc/cpuinfo", "vendor_id\t:\nmodel name\t: \n: stray\ncpu family\t: x\n");
    const Machine machine = read_machine(
        Cgroup(root.path()),
        {.hwloc_xml = MANSARD_SOURCE_DIR "/tests/data/kernels/no_caches.xml", .root = root.path()});
    EXPECT_EQ(machine.cpu_model, "");
    EXPECT_EQ(machine.cpu_family, 0);
}

TEST(RecordedMachines, EveryoneSurvivesItsFile) {
    for (const char* name : {"snc", "epyc", "hybrid", "grace"}) {
        const Machine machine = machine_of(name);
        const Json written = to_json(machine);
        EXPECT_EQ(to_json(machine_from_json(written, name)), written) << name;
    }
}

}  // namespace
}  // namespace mansard::kernels
