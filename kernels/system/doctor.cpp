#include "kernels/system/doctor.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

#include "core/error.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"
#include "kernels/system/cpu_list.hpp"

namespace mansard::kernels {
namespace {

// A hypervisor's own work takes some time always; beyond this share it moves medians (as in roofs' notes).
constexpr double much_steal = 0.01;
// Half a core's work for others is more than a machine at rest does.
constexpr double busy_load = 0.5;
constexpr double claims_differ = 2;
// With /proc/sys/kernel/perf_event_paranoid above 2 nobody but root may count even its own instructions.
constexpr long most_paranoid = 2;

Diagnosis cpu(const Facts& facts) {
    const Machine& machine = facts.machine;
    return {.text =
                fmt::format("{}, {}{}", machine.cpu_model.empty() ? "no name" : printable(machine.cpu_model),
                            machine.architecture, machine.virtualized ? ", in a virtual machine" : "")};
}

Diagnosis cores(const Facts& facts) {
    const Machine& machine = facts.machine;
    Diagnosis out{.text = fmt::format("{} of {} cores, by CPUs {}", machine.cpus_used.size(),
                                      machine.cores_online, fmt::join(machine.cpus_used, " "))};
    if (static_cast<int>(machine.cpus_used.size()) >= machine.cores_online) return out;
    out.health = Health::warning;
    const bool by_cpuset =
        count_cpus(facts.cpuset) > 0 && count_cpus(facts.cpuset) < count_cpus(facts.cpus_online);
    out.text += fmt::format("; {} allows {} of {}", by_cpuset ? "the cpuset" : "the affinity mask",
                            by_cpuset ? facts.cpuset : facts.cpus_allowed, facts.cpus_online);
    out.remedy = by_cpuset ? "widen the container's cpuset, or keep in mind that the device is these cores"
                           : "start without taskset, or keep in mind that the device is these cores";
    return out;
}

Diagnosis core_kinds(const Facts& facts) {
    if (facts.core_classes.empty()) return {.text = "one kind"};
    std::vector<std::string> kinds;
    for (const CoreClass& kind : facts.core_classes) kinds.push_back(kind.name + ": " + kind.cpus);
    return {.health = Health::warning,
            .text = fmt::format("several kinds ({}): a roof over all of them holds for none",
                                printable(fmt::format("{}", fmt::join(kinds, "; ")), 300)),
            .remedy = "calibrate each kind by itself: taskset -c LIST mansard calibrate"};
}

Diagnosis quota(const Facts& facts) {
    const auto quota = facts.machine.quota_cpus;
    if (!quota) return {.text = "none"};
    const auto used = static_cast<double>(facts.machine.cpus_used.size());
    Diagnosis out{.text = fmt::format("{} cores' time for {} cores", plain(*quota), used)};
    if (*quota >= used) return out;
    out.health = Health::problem;
    out.remedy = "raise the cgroup's CPU quota, or measure as many cores as it allows (taskset)";
    return out;
}

Diagnosis throttling(const Facts& facts) {
    const auto periods = facts.environment.throttled_periods;
    if (!periods) return {.text = "no CPU accounting"};
    if (*periods <= 0) return {.text = "none so far"};
    return {.health = Health::warning,
            .text = fmt::format("the quota stopped this group in {} periods so far, for {}", *periods,
                                si(facts.environment.throttled_s.value_or(0), "s")),
            .remedy = "raise the CPU quota of the cgroup"};
}

Diagnosis steal(const Facts& facts) {
    if (!facts.stolen_fraction) return {.text = "not counted"};
    Diagnosis out{.text = fmt::format("{} % of all time since boot", plain(100 * *facts.stolen_fraction, 2))};
    if (*facts.stolen_fraction <= much_steal) return out;
    out.health = Health::warning;
    out.remedy = "measure at a quieter time, or pool several runs with `mansard build`";
    return out;
}

Diagnosis load(const Facts& facts) {
    const auto load = facts.environment.load_1min;
    if (!load) return {.text = "not told"};
    Diagnosis out{.text = fmt::format("{} over the last minute", plain(*load))};
    if (*load < busy_load) return out;
    out.health = Health::warning;
    out.remedy = "stop other programs first (see top)";
    return out;
}

Diagnosis smt(const Facts& facts) {
    const bool on = facts.smt.value_or(facts.machine.threads_per_core > 1);
    return {.text = on ? fmt::format("{} threads per core; one of each core measures",
                                     facts.machine.threads_per_core)
                       : "off, or none"};
}

Diagnosis governor(const Facts& facts) {
    const std::string& name = facts.environment.governor;
    if (name.empty()) return {.text = "none: the host or the firmware sets the clock"};
    Diagnosis out{.text = printable(name)};
    if (name == "performance" || name == "schedutil") return out;
    out.health = Health::warning;
    out.text += ": the clock may lag behind the work";
    out.remedy = "cpupower frequency-set -g performance";
    return out;
}

Diagnosis boost(const Facts& facts) {
    if (!facts.boost) return {.text = "not told"};
    return {.text = *facts.boost ? "on: the clock depends on heat and on how many cores work; it is measured"
                                 : "off"};
}

Diagnosis huge_pages(const Facts& facts) {
    const std::string& mode = facts.huge_pages;
    if (mode == "always" || mode == "madvise") return {.text = mode};
    return {.health = Health::warning,
            .text = mode.empty() ? "the kernel offers none: large sets pay for page tables"
                                 : printable(mode) + ": large sets pay for page tables",
            .remedy = "echo madvise > /sys/kernel/mm/transparent_hugepage/enabled"};
}

double largest_cache(const Machine& machine) {
    double bytes = 0;
    for (const Level level : {Level::L1, Level::L2, Level::L3})
        if (const auto claim = machine.cache(level)) bytes = std::max(bytes, claim->bytes);
    return bytes;
}

Diagnosis memory(const Facts& facts) {
    const double allowed = facts.machine.memory_bytes;
    Diagnosis out{.text = binary_size(allowed)};
    if (facts.memory_limit && (!facts.memory_total || *facts.memory_limit < *facts.memory_total))
        out.text += fmt::format(" by the cgroup's limit{}",
                                facts.memory_total ? ", of " + binary_size(*facts.memory_total) : "");
    // More may be free in the machine than this process may have.
    if (facts.memory_available && *facts.memory_available < allowed)
        out.text += fmt::format(", {} free now", binary_size(*facts.memory_available));
    // The DRAM set is four times the last level, at most an eighth of the memory.
    const double wanted = 4 * largest_cache(facts.machine);
    if (allowed / 8 < wanted) {
        out.health = Health::warning;
        out.text += fmt::format("; the DRAM set should be {} and will be {}", binary_size(wanted),
                                binary_size(allowed / 8));
        out.remedy = "raise the memory limit";
    } else if (facts.memory_available && *facts.memory_available < allowed / 4) {
        out.health = Health::warning;
        out.remedy = "stop what holds the memory: the largest sets may not fit";
    }
    return out;
}

Diagnosis caches(const Facts& facts) {
    const std::vector<CacheClaim>& claims = facts.machine.caches;
    if (claims.empty())
        return {.health = Health::warning,
                .text = "nobody says how large they are: the sweep alone finds the levels",
                .remedy = "make /sys/devices/system/cpu readable"};
    std::vector<std::string> parts;
    bool differ = false;
    for (const Level level : {Level::L1, Level::L2, Level::L3}) {
        std::string text;
        double least = 0, most = 0;
        for (const CacheClaim& claim : claims) {
            if (claim.level != level) continue;
            text += fmt::format("{}{} by {}", text.empty() ? "" : ", ", binary_size(claim.bytes),
                                printable(claim.source));
            least = least > 0 ? std::min(least, claim.bytes) : claim.bytes;
            most = std::max(most, claim.bytes);
        }
        if (!text.empty()) parts.push_back(fmt::format("{}: {}", name_of(level), text));
        differ = differ || most > claims_differ * least;
    }
    Diagnosis out{.text = fmt::format("{}", fmt::join(parts, "; "))};
    if (!differ) return out;
    out.health = Health::warning;
    out.text += "; they disagree";
    out.remedy = "nothing need be done: the sweep finds the sizes, and the claims are only a hint";
    return out;
}

Diagnosis numa(const Facts& facts) {
    return {.text = facts.machine.numa_nodes == 1
                        ? "one node"
                        : fmt::format("{} nodes; each thread uses the memory of its own",
                                      facts.machine.numa_nodes)};
}

Diagnosis isas(const Facts& facts) {
    std::vector<std::string_view> names;
    for (const Isa isa : facts.machine.isas) names.push_back(name_of(isa));
    return {.text = fmt::format("{}", fmt::join(names, ", "))};
}

Diagnosis timer(const Facts& facts) {
    const std::string& name = facts.clock_source;
    constexpr std::array slow{"hpet", "acpi_pm", "jiffies", "refined-jiffies"};
    if (std::find(slow.begin(), slow.end(), name) == slow.end())
        return {.text = name.empty() ? "not told" : printable(name)};
    return {.health = Health::warning,
            .text = name + ": reading it takes long",
            .remedy = "boot with clocksource=tsc, if the CPU's counter is steady"};
}

Diagnosis counters(const Facts& facts) {
    if (!facts.core_counters)
        return {.health = Health::warning,
                .text =
                    "the kernel shows none of this CPU: counting profilers cannot work here "
                    "(calibrating needs none)",
                .remedy = facts.machine.virtualized ? "ask the host to pass them through (vPMU)" : ""};
    const auto paranoid = facts.perf_event_paranoid;
    if (!paranoid) return {.text = "there, and no limit is told"};
    Diagnosis out{.text = fmt::format("there, perf_event_paranoid is {}", *paranoid)};
    if (*paranoid <= most_paranoid) return out;
    out.health = Health::warning;
    out.text += ": only root may use them (calibrating needs none)";
    out.remedy = fmt::format("sysctl kernel.perf_event_paranoid={}", most_paranoid);
    return out;
}

Diagnosis nvidia(const Facts& facts) {
    return {.text = facts.nvidia_driver.empty() ? "no driver: this machine's GPUs, if any, cannot be measured"
                                                : printable(facts.nvidia_driver)};
}

Diagnosis versions(const Facts& facts) {
    return {
        .text = fmt::format(
            "mansard {}, built by "
#if defined(__clang__)
            "Clang "
#elif defined(__GNUC__)
            "GCC "
#endif
            "{}, on Linux {}",
            version(), __VERSION__, facts.kernel.empty() ? "of unknown version" : printable(facts.kernel))
    };
}

struct Examination {
    std::string_view topic;
    Diagnosis (*examine)(const Facts& facts);
};
constexpr std::array examinations{
    Examination{"CPU", cpu},
    Examination{"cores", cores},
    Examination{"kinds of core", core_kinds},
    Examination{"SMT", smt},
    Examination{"CPU quota", quota},
    Examination{"throttling", throttling},
    Examination{"steal", steal},
    Examination{"load", load},
    Examination{"governor", governor},
    Examination{"boost", boost},
    Examination{"instruction sets", isas},
    Examination{"caches", caches},
    Examination{"memory", memory},
    Examination{"huge pages", huge_pages},
    Examination{"NUMA", numa},
    Examination{"timer", timer},
    Examination{"counters", counters},
    Examination{"NVIDIA driver", nvidia},
    Examination{"versions", versions},
};

}  // namespace

std::vector<Diagnosis> examine(const Facts& facts) {
    std::vector<Diagnosis> out;
    out.reserve(examinations.size());
    for (const Examination& examination : examinations) {
        out.push_back(examination.examine(facts));
        out.back().topic = examination.topic;
    }
    return out;
}

}  // namespace mansard::kernels
