#include "kernels/system/topology.hpp"

#include <hwloc.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string>

#include "core/error.hpp"
#include "kernels/system/caches.hpp"
#include "kernels/system/core_classes.hpp"
#include "kernels/system/cpuinfo.hpp"
#include "kernels/system/isa.hpp"

namespace mansard::kernels {
namespace {

struct TopologyDeleter {
    void operator()(hwloc_topology* topology) const { hwloc_topology_destroy(topology); }
};
using Topology = std::unique_ptr<hwloc_topology, TopologyDeleter>;

Topology load(const std::filesystem::path& xml) {
    hwloc_topology_t raw = nullptr;
    if (hwloc_topology_init(&raw) != 0) throw Error(Exit::bad_input, "hwloc cannot start");
    Topology topology(raw);
    // With the environment's HWLOC_XMLFILE a missing file silently falls back to this machine; this call
    // fails.
    const Error unreadable(Exit::bad_input, "hwloc cannot read the recorded machine",
                           {.where = xml.string()});
    if (!xml.empty() && hwloc_topology_set_xml(raw, xml.c_str()) != 0) throw unreadable;
    // Cores outside of the cpuset count too: what is measured is told apart from what there is.
    hwloc_topology_set_flags(raw, HWLOC_TOPOLOGY_FLAG_INCLUDE_DISALLOWED);
    if (hwloc_topology_load(raw) != 0) {
        if (!xml.empty()) throw unreadable;
        throw Error(Exit::bad_input, "hwloc cannot describe this machine",
                    {.expected = "a readable /sys and /proc", .remedy = "check the container's mounts"});
    }
    return topology;
}

/// How many objects of `type` hold one of `cpus`.
int count_used(hwloc_topology_t topology, hwloc_obj_type_t type, const std::vector<int>& cpus) {
    int count = 0;
    for (hwloc_obj_t at = nullptr; (at = hwloc_get_next_obj_by_type(topology, type, at)) != nullptr;)
        count += std::any_of(cpus.begin(), cpus.end(), [at](int cpu) {
            return hwloc_bitmap_isset(at->cpuset, static_cast<unsigned>(cpu)) != 0;
        });
    return std::max(1, count);
}

bool runs_here(unsigned cpu, bool recorded) {
    if (recorded) return true;
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) != 0 || (cpu < CPU_SETSIZE && CPU_ISSET(cpu, &set));
}

/// Caches of one core's path, by hwloc.
void claim_caches(Machine& machine, hwloc_topology_t topology, hwloc_obj_t core) {
    for (hwloc_obj_t at = core->parent; at != nullptr; at = at->parent) {
        const bool data =
            at->type == HWLOC_OBJ_L1CACHE || at->type == HWLOC_OBJ_L2CACHE || at->type == HWLOC_OBJ_L3CACHE;
        // hwloc writes 0 for what it does not know.
        if (!data || at->attr->cache.size == 0) continue;
        const Level level = at->type == HWLOC_OBJ_L1CACHE   ? Level::L1
                            : at->type == HWLOC_OBJ_L2CACHE ? Level::L2
                                                            : Level::L3;
        claim_cache(machine,
                    {.level = level,
                     .bytes = static_cast<double>(at->attr->cache.size),
                     .shared_by = std::max(1, hwloc_bitmap_weight(at->cpuset)),
                     .source = "hwloc",
                     .instances = count_used(topology, at->type, machine.cpus_used)},
                    std::to_string(at->attr->cache.size));
    }
}

/// Every source's claims. All but hwloc's are kept beside it: on virtual machines they can disagree by a
/// factor of eight.
void claim_all_caches(Machine& machine, hwloc_topology_t topology, hwloc_obj_t core,
                      const MachineSource& source) {
    claim_caches(machine, topology, core);
    if (source.hwloc_xml.empty() || source.root != "/")
        claim_caches_by_sysfs(machine, machine.cpus_used.front(), source.root);
    if (source.hwloc_xml.empty() && source.root == "/") {
        claim_caches_by_cpuid(machine);
        claim_caches_by_getconf(machine);
    }
    // The others do not count caches; hwloc's number holds for them too.
    for (CacheClaim& claim : machine.caches)
        if (claim.source != "hwloc") {
            const auto first = machine.cache(claim.level);
            claim.instances = first->source == "hwloc" ? first->instances : 1;
        }
}

/// One logical CPU of each allowed core that `wanted` (all, if it is empty) names: a second thread of a core
/// shares its units.
std::vector<int> one_cpu_per_core(hwloc_topology_t topology, const std::vector<int>& wanted, bool recorded,
                                  Machine& machine) {
    hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology);
    // Where /sys is hidden (some sandboxes) hwloc knows logical CPUs only: each counts as a core.
    machine.cores_known = hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE) > 0;
    const hwloc_obj_type_t unit = machine.cores_known ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    std::vector<int> cpus;
    machine.cores_online = 0;
    machine.cores_in_cpuset = 0;
    for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(topology, unit, core)) != nullptr;) {
        ++machine.cores_online;
        machine.threads_per_core = std::max(machine.threads_per_core, hwloc_bitmap_weight(core->cpuset));
        if (hwloc_bitmap_intersects(core->cpuset, allowed) != 0) ++*machine.cores_in_cpuset;
        for (int cpu = hwloc_bitmap_first(core->cpuset); cpu >= 0; cpu = hwloc_bitmap_next(core->cpuset, cpu))
            if (hwloc_bitmap_isset(allowed, static_cast<unsigned>(cpu)) != 0 &&
                runs_here(static_cast<unsigned>(cpu), recorded) &&
                (wanted.empty() || std::binary_search(wanted.begin(), wanted.end(), cpu))) {
                cpus.push_back(cpu);
                break;
            }
    }
    return cpus;
}

/// The cores to measure: all that are allowed, of a hybrid machine the fastest class that has any.
void choose_cpus(Machine& machine, hwloc_topology_t topology, bool recorded) {
    machine.cpus_used = one_cpu_per_core(topology, {}, recorded, machine);
    machine.cores_allowed = static_cast<int>(machine.cpus_used.size());
    if (machine.cpus_used.empty())
        throw Error(Exit::bad_input, "no CPU is left for measuring",
                    {.expected = "at least one core in the affinity mask and the cpuset",
                     .remedy = "check taskset and the container's cpuset"});
    bool chosen = false;
    for (const CpuKind& kind : cpu_kinds(topology)) {
        const std::vector<int> cpus =
            chosen ? std::vector<int>() : one_cpu_per_core(topology, kind.cpus, recorded, machine);
        const bool use = !cpus.empty();
        if (use) machine.cpus_used = cpus;
        chosen = chosen || use;
        machine.core_classes.push_back({.name = kind.name, .cores = kind.cores, .used = use});
    }
}

/// Memory of the NUMA nodes that the cpuset leaves.
double allowed_memory(hwloc_topology_t topology) {
    hwloc_const_nodeset_t allowed = hwloc_topology_get_allowed_nodeset(topology);
    double bytes = 0;
    for (hwloc_obj_t node = nullptr;
         (node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr;)
        if (hwloc_bitmap_isset(allowed, node->os_index) != 0)
            bytes += static_cast<double>(node->attr->numanode.local_memory);
    return bytes;
}

/// The nodes with the measured CPUs near them; nothing where there is one node only.
std::vector<NumaNode> nodes(hwloc_topology_t topology, const std::vector<int>& cpus) {
    hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_nodeset(topology);
    std::vector<NumaNode> found;
    for (hwloc_obj_t at = nullptr;
         (at = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, at)) != nullptr;) {
        if (hwloc_bitmap_isset(allowed, at->os_index) == 0) continue;
        NumaNode node{.node = static_cast<int>(at->os_index),
                      .memory_bytes = static_cast<double>(at->attr->numanode.local_memory)};
        std::copy_if(cpus.begin(), cpus.end(), std::back_inserter(node.cpus), [at](int cpu) {
            return hwloc_bitmap_isset(at->cpuset, static_cast<unsigned>(cpu)) != 0;
        });
        found.push_back(std::move(node));
    }
    return found.size() > 1 ? found : std::vector<NumaNode>();
}

std::string architecture(hwloc_topology_t topology, bool recorded) {
    const char* known = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "Architecture");
    if (recorded && known != nullptr) return known;
    utsname names{};
    return ::uname(&names) == 0 ? names.machine : "";
}

}  // namespace

Machine read_machine(const Cgroup& cgroup, const MachineSource& source) {
    const bool recorded = !source.hwloc_xml.empty();
    const Topology topology = load(source.hwloc_xml);
    Machine machine;
    machine.architecture = architecture(topology.get(), recorded);
    read_cpuinfo(machine, source.root);
    // What a recorded machine executes cannot be tried here, only read.
    machine.isas = recorded && source.root != "/" ? listed_isas(source.root) : executable_isas();
    choose_cpus(machine, topology.get(), recorded);
    hwloc_obj_t first_core =
        hwloc_get_pu_obj_by_os_index(topology.get(), static_cast<unsigned>(machine.cpus_used.front()));
    if (machine.cores_known && first_core->type != HWLOC_OBJ_CORE)
        first_core = hwloc_get_ancestor_obj_by_type(topology.get(), HWLOC_OBJ_CORE, first_core);
    claim_all_caches(machine, topology.get(), first_core, source);
    machine.numa_nodes = std::max(1, hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_NUMANODE));
    machine.nodes = nodes(topology.get(), machine.cpus_used);
    machine.memory_installed_bytes = static_cast<double>(hwloc_get_root_obj(topology.get())->total_memory);
    machine.memory_bytes = allowed_memory(topology.get());
    if (const auto limit = cgroup.memory_limit())
        machine.memory_bytes = std::min(machine.memory_bytes, *limit);
    machine.quota_cpus = cgroup.quota_cpus();
    return machine;
}

}  // namespace mansard::kernels
