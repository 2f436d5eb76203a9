// What a machine says of itself before anything is measured: more than the fingerprint, for `mansard doctor`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "kernels/system/cgroup.hpp"

namespace mansard::kernels {

/// Cores of one kind, where there are several: "cpu_core", CPUs "0-7".
struct CoreClass {
    std::string name{}, cpus{};
};

/// As the system's files say it; empty or nothing where they say nothing. Lists of CPUs are the kernel's
/// ("0-3,8").
struct Facts {
    Machine machine{};
    Environment environment{};
    std::string cpus_online{}, cpus_allowed{}, cpuset{};
    std::optional<double> stolen_fraction{};  ///< of all CPUs' time since boot that a hypervisor took
    std::optional<bool> smt{}, boost{};
    std::string huge_pages{};  ///< mode of transparent huge pages: "always", "madvise", "never"
    std::optional<double> memory_total{}, memory_available{}, memory_limit{};  ///< bytes
    std::vector<CoreClass> core_classes{};                                     ///< two or more, or none
    std::optional<long> perf_event_paranoid{};
    bool core_counters = false;  ///< the kernel knows this CPU's counters
    std::string clock_source{}, kernel{}, nvidia_driver{};
};

/// Reads what stands below `root` ("/" but in tests). `machine` and `cgroup` come from elsewhere because they
/// ask hwloc and the mounts.
Facts read_facts(const Machine& machine, const Cgroup& cgroup, const std::filesystem::path& root = "/");

}  // namespace mansard::kernels
