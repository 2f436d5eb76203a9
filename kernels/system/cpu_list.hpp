#pragma once

#include <string_view>
#include <vector>

namespace mansard::kernels {

/// The numbers that a list of the kernel's names, like "0-3,8" (sysfs' cpulists, cpuset.cpus,
/// Cpus_allowed_list; cpuset(7), "List format"), in its order; empty for what is no such list or names more
/// than 65,536.
std::vector<int> parse_cpu_list(std::string_view list);

/// How many they are; 0 for what is no such list.
int count_cpus(std::string_view list);

}  // namespace mansard::kernels
