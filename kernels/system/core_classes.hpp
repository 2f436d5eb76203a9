#pragma once

#include <hwloc.h>

#include <string>
#include <vector>

namespace mansard::kernels {

/// Logical CPUs of one kind of core.
struct CpuKind {
    std::string name;
    std::vector<int> cpus;  ///< ascending
    int cores = 0;
};

/// The kinds of cores of a hybrid machine, fastest first; empty where all are alike. hwloc ranks them by what
/// the system says (core type, capacity, frequency); kinds that it cannot rank keep its order, reversed.
std::vector<CpuKind> cpu_kinds(hwloc_topology_t topology);

}  // namespace mansard::kernels
