#pragma once

#include <filesystem>
#include <span>

#include "core/machine.hpp"
#include "kernels/system/cgroup.hpp"

namespace mansard::kernels {

/// Load, governor, steal time of `cpus`, throttling, huge pages, and this process's involuntary switches and
/// waits for a CPU, as of now. `root` is "/" but in tests. About 0.1 ms, and 10 µs for each thread.
Environment read_environment(std::span<const int> cpus, const Cgroup& cgroup,
                             const std::filesystem::path& root = "/");

}  // namespace mansard::kernels
