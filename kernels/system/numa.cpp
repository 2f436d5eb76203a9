#include "kernels/system/numa.hpp"

#include <hwloc.h>

#include <memory>

namespace mansard::kernels {

bool bind_memory(void* data, std::size_t bytes, int node) {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) return false;
    const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology*)> topology(raw, hwloc_topology_destroy);
    if (hwloc_topology_load(raw) != 0) return false;
    const hwloc_obj_t memory = hwloc_get_numanode_obj_by_os_index(raw, static_cast<unsigned>(node));
    if (memory == nullptr) return false;
    return hwloc_set_area_membind(raw, data, bytes, memory->nodeset, HWLOC_MEMBIND_BIND,
                                  HWLOC_MEMBIND_BYNODESET | HWLOC_MEMBIND_STRICT) == 0;
}

}  // namespace mansard::kernels
