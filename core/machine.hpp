// What a machine says of itself: the fingerprint that ties a calibration to it, and its state while
// measuring.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/gpu.hpp"
#include "core/json_fwd.hpp"
#include "core/names.hpp"

namespace mansard {

/// One claim about one cache. Several sources may claim different sizes for a level; all are kept.
struct CacheClaim {
    Level level = Level::L1;
    double bytes = 0;
    int shared_by = 1;     ///< hardware threads that share it
    std::string source{};  ///< "hwloc", "sysfs", "cpuid", "getconf"
    int instances = 1;     ///< how many such caches the measured cores have together
};

/// A claim that no cache can have, kept as it was written: no size is taken from it.
struct RefusedClaim {
    Level level = Level::L1;
    std::string claim{};  ///< "0", "-1", "", "99999999999K"
    std::string source{};
};

/// Cores of one kind. A hybrid machine has several classes; roofs are those of one of them.
struct CoreClass {
    std::string name{};  ///< "IntelCore", "class 1"
    int cores = 0;       ///< of the machine
    bool used = false;   ///< whether the measured cores are of this class
};

/// A NUMA node: memory, and the measured CPUs that are near it (none of a memory-only node).
struct NumaNode {
    int node = 0;  ///< as the system numbers it
    std::vector<int> cpus{};
    double memory_bytes = 0;
};

struct Machine {
    std::string architecture{};  ///< "x86_64", "aarch64"
    std::string cpu_vendor{}, cpu_model{}, microcode{};
    int cpu_family = 0, cpu_model_number = 0, cpu_stepping = 0;
    bool virtualized = false;
    std::vector<Isa> isas{};  ///< rows of the ISA matrix that this CPU (and kernel) can execute
    int cores_online = 0;     ///< physical cores of the machine
    bool cores_known = true;  ///< false where the system hides them: each logical CPU counts as a core
    std::optional<int> cores_in_cpuset{};   ///< physical cores that the cpuset leaves
    std::optional<int> cores_allowed{};     ///< physical cores that cpuset and affinity mask leave
    std::vector<CoreClass> core_classes{};  ///< fastest first; empty unless the machine is hybrid
    std::vector<int> cpus_used{};           ///< logical CPUs that are measured: one per allowed physical core
    int threads_per_core = 1;
    int numa_nodes = 1;
    std::vector<NumaNode> nodes{};  ///< those that the cpuset leaves; empty where there is one only
    double memory_bytes = 0;        ///< what this process may use: the machine's or its cgroup's limit
    std::optional<double> memory_installed_bytes{};
    std::optional<double> quota_cpus{};  ///< CPU quota of the cgroup in cores, nothing if unlimited
    std::vector<CacheClaim> caches{};
    std::vector<RefusedClaim> refused_caches{};
    std::vector<Gpu> gpus{};  ///< those that were measured

    /// The first claim for `level` in order of trust, nothing if no source knows it.
    std::optional<CacheClaim> cache(Level level) const;
};

Json to_json(const Machine& machine);
Machine machine_from_json(const Json& object, const std::string& where);

/// What changes while a machine works; read before and after measuring. Missing where the system has no such
/// file.
struct Environment {
    std::optional<double> load_1min{};
    std::string governor{};               ///< cpufreq governor of the first used CPU, empty if there is none
    std::optional<double> steal_s{};      ///< stolen by the hypervisor since boot, used CPUs together
    std::optional<double> throttled_s{};  ///< time the cgroup spent throttled by its CPU quota
    std::optional<long> throttled_periods{};
    std::optional<long> involuntary_switches{};  ///< of this process
    std::optional<double> waited_s{};            ///< runnable without a CPU, this process's threads together
    std::optional<GpuState> gpu{};               ///< of the GPU that is measured
    std::string huge_pages{};  ///< "always", "madvise", "never", "off for this process"; empty: unknown
};

Json to_json(const Environment& environment);
Environment environment_from_json(const Json& object, const std::string& where);

}  // namespace mansard
