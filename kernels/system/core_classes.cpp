#include "kernels/system/core_classes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

namespace mansard::kernels {
namespace {

struct BitmapDeleter {
    void operator()(hwloc_bitmap_s* bitmap) const { hwloc_bitmap_free(bitmap); }
};

std::string kind_name(unsigned count, const hwloc_info_s* infos, unsigned index) {
    for (unsigned i = 0; i < count; ++i)
        if (std::string_view(infos[i].name) == "CoreType") return infos[i].value;
    return fmt::format("class {}", index);
}

int count_cores(hwloc_topology_t topology, hwloc_const_bitmap_t cpus) {
    int cores = 0;
    for (hwloc_obj_t core = nullptr;
         (core = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_CORE, core)) != nullptr;)
        if (hwloc_bitmap_intersects(core->cpuset, cpus) != 0) ++cores;
    return cores > 0 ? cores : hwloc_bitmap_weight(cpus);
}

}  // namespace

std::vector<CpuKind> cpu_kinds(hwloc_topology_t topology) {
    const int count = hwloc_cpukinds_get_nr(topology, 0);
    if (count < 2) return {};
    std::vector<CpuKind> kinds;
    const std::unique_ptr<hwloc_bitmap_s, BitmapDeleter> set(hwloc_bitmap_alloc());
    for (int i = 0; i < count; ++i) {
        unsigned infos = 0;
        hwloc_info_s* info = nullptr;
        int efficiency = 0;
        const auto index = static_cast<unsigned>(i);
        if (hwloc_cpukinds_get_info(topology, index, set.get(), &efficiency, &infos, &info, 0) != 0) continue;
        CpuKind kind{.name = kind_name(infos, info, index), .cpus = {}, .cores = 0};
        for (int cpu = hwloc_bitmap_first(set.get()); cpu >= 0; cpu = hwloc_bitmap_next(set.get(), cpu))
            kind.cpus.push_back(cpu);
        kind.cores = count_cores(topology, set.get());
        kinds.push_back(std::move(kind));
    }
    // hwloc lists them by ascending performance.
    std::reverse(kinds.begin(), kinds.end());
    return kinds;
}

}  // namespace mansard::kernels
