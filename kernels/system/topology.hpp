// The machine as hwloc, the kernel and the control groups describe it.
#pragma once

#include <filesystem>

#include "core/machine.hpp"
#include "kernels/system/cgroup.hpp"

namespace mansard::kernels {

/// Where a machine is read from: this one, but in tests.
struct MachineSource {
    std::filesystem::path hwloc_xml{};  ///< a recorded topology
    std::filesystem::path root = "/";   ///< of /proc/cpuinfo and of the caches in /sys
};

/// Reads the machine: the cores that this process may use (hwloc's allowed set and the affinity mask; of a
/// hybrid machine its fastest class), one logical CPU per physical core, cache sizes by every source that
/// claims one, memory and quota. Throws Error{bad_input} if hwloc cannot load the topology, or if no core is
/// left.
Machine read_machine(const Cgroup& cgroup, const MachineSource& source = {});

}  // namespace mansard::kernels
