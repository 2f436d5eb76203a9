// The machine as hwloc, the kernel and the control groups describe it.
#pragma once

#include <filesystem>

#include "core/machine.hpp"
#include "kernels/system/cgroup.hpp"

namespace mansard::kernels {

/// Reads the machine: the cores that this process may use (hwloc's allowed set and the affinity mask), one
/// logical CPU per physical core, cache sizes by every source that claims one, memory and quota. `hwloc_xml`
/// describes a recorded machine instead of this one (tests). Throws Error{bad_input} if hwloc cannot load the
/// topology.
Machine read_machine(const Cgroup& cgroup, const std::filesystem::path& hwloc_xml = {});

}  // namespace mansard::kernels
