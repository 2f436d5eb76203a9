#include "kernels/system/topology.hpp"

#include <hwloc.h>
#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <string>

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
    if (hwloc_topology_load(raw) != 0) {
        if (!xml.empty()) throw unreadable;
        throw Error(Exit::bad_input, "hwloc cannot describe this machine",
                    {.expected = "a readable /sys and /proc", .remedy = "check the container's mounts"});
    }
    return topology;
}

/// "model name : AMD EPYC" of /proc/cpuinfo, by key; the first processor's.
std::string cpuinfo(std::string_view key) {
    std::ifstream stream("/proc/cpuinfo");
    for (std::string line; std::getline(stream, line);) {
        const std::size_t colon = line.find(':');
        if (colon == std::string::npos || !line.starts_with(key)) continue;
        if (line.find_first_not_of(" \t", key.size()) != colon) continue;
        const std::size_t value = line.find_first_not_of(" \t", colon + 1);
        return value == std::string::npos ? "" : line.substr(value);
    }
    return {};
}

int cpuinfo_number(std::string_view key) {
    return static_cast<int>(std::strtol(cpuinfo(key).c_str(), nullptr, 0));
}

bool runs_here(unsigned cpu, bool recorded) {
    if (recorded) return true;
    cpu_set_t set;
    CPU_ZERO(&set);
    return ::sched_getaffinity(0, sizeof set, &set) != 0 || (cpu < CPU_SETSIZE && CPU_ISSET(cpu, &set));
}

void claim_caches(Machine& machine, hwloc_obj_t core) {
    for (hwloc_obj_t at = core->parent; at != nullptr; at = at->parent) {
        const bool data =
            at->type == HWLOC_OBJ_L1CACHE || at->type == HWLOC_OBJ_L2CACHE || at->type == HWLOC_OBJ_L3CACHE;
        if (!data || at->attr->cache.size == 0) continue;
        const Level level = at->type == HWLOC_OBJ_L1CACHE   ? Level::L1
                            : at->type == HWLOC_OBJ_L2CACHE ? Level::L2
                                                            : Level::L3;
        machine.caches.push_back({.level = level,
                                  .bytes = static_cast<double>(at->attr->cache.size),
                                  .shared_by = std::max(1, hwloc_bitmap_weight(at->cpuset)),
                                  .source = "hwloc"});
    }
}

/// The C library's claims, kept beside hwloc's: on virtual machines the two can disagree by a factor of
/// eight.
void claim_caches_by_getconf(Machine& machine) {
    const auto claim = [&machine](Level level, int name) {
        const long bytes = ::sysconf(name);
        if (bytes > 0)
            machine.caches.push_back(
                {.level = level, .bytes = static_cast<double>(bytes), .shared_by = 1, .source = "getconf"});
    };
#if defined(_SC_LEVEL1_DCACHE_SIZE)
    claim(Level::L1, _SC_LEVEL1_DCACHE_SIZE);
    claim(Level::L2, _SC_LEVEL2_CACHE_SIZE);
    claim(Level::L3, _SC_LEVEL3_CACHE_SIZE);
#endif
}

}  // namespace

Machine read_machine(const Cgroup& cgroup, const std::filesystem::path& hwloc_xml) {
    const bool recorded = !hwloc_xml.empty();
    const Topology topology = load(hwloc_xml);
    Machine machine;
    utsname names{};
    if (::uname(&names) == 0) machine.architecture = names.machine;
    machine.cpu_vendor = cpuinfo("vendor_id");
    machine.cpu_model = cpuinfo("model name");
    machine.microcode = cpuinfo("microcode");
    machine.cpu_family = cpuinfo_number("cpu family");
    machine.cpu_model_number = cpuinfo_number("model");
    machine.cpu_stepping = cpuinfo_number("stepping");
    machine.virtualized = (" " + cpuinfo("flags") + " ").find(" hypervisor ") != std::string::npos;
    machine.isas = executable_isas();

    hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(topology.get());
    hwloc_obj_t first_core = nullptr;
    // Where /sys is hidden (some sandboxes) hwloc knows logical CPUs only: each counts as a core.
    const bool knows_cores = hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_CORE) > 0;
    const hwloc_obj_type_t unit = knows_cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
    for (hwloc_obj_t core = nullptr;
         (core = hwloc_get_next_obj_by_type(topology.get(), unit, core)) != nullptr;) {
        ++machine.cores_online;
        machine.threads_per_core = std::max(machine.threads_per_core, hwloc_bitmap_weight(core->cpuset));
        for (int cpu = hwloc_bitmap_first(core->cpuset); cpu >= 0; cpu = hwloc_bitmap_next(core->cpuset, cpu))
            if (hwloc_bitmap_isset(allowed, static_cast<unsigned>(cpu)) != 0 &&
                runs_here(static_cast<unsigned>(cpu), recorded)) {
                machine.cpus_used.push_back(cpu);
                if (first_core == nullptr) first_core = core;
                break;  // one thread per physical core: a second shares its units
            }
    }
    if (machine.cpus_used.empty())
        throw Error(Exit::bad_input, "no CPU is left for measuring",
                    {.expected = "at least one core in the affinity mask and the cpuset",
                     .remedy = "check taskset and the container's cpuset"});
    claim_caches(machine, first_core);
    if (!recorded) claim_caches_by_getconf(machine);
    machine.numa_nodes = std::max(1, hwloc_get_nbobjs_by_type(topology.get(), HWLOC_OBJ_NUMANODE));
    machine.memory_bytes = static_cast<double>(hwloc_get_root_obj(topology.get())->total_memory);
    if (const auto limit = cgroup.memory_limit())
        machine.memory_bytes = std::min(machine.memory_bytes, *limit);
    machine.quota_cpus = cgroup.quota_cpus();
    return machine;
}

}  // namespace mansard::kernels
