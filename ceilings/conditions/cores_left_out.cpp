// Cores that are not measured: by the affinity mask, by the cpuset, or because a hybrid machine's roofs are
// those of one class of cores. A device roof is then one of a part of the device, and says so.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void note_limit(Ceilings& ceilings, std::string_view code, std::string_view what, int left, int of,
                std::string_view remedy) {
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = std::string(code),
         .text = fmt::format("{} leaves {} of {} cores: device roofs are those of the {} measured", what,
                             left, of, left == 1 ? "one" : std::to_string(left)),
         .remedy = std::string(remedy)});
}

void note_classes(Ceilings& ceilings, const Machine& machine) {
    std::vector<std::string> left_out;
    std::string used = "no class";
    for (const CoreClass& one : machine.core_classes) {
        if (one.used)
            used = one.name;
        else
            left_out.push_back(fmt::format("{} {}", one.cores, one.name));
    }
    if (left_out.empty()) return;
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "hybrid_cores",
         .text = fmt::format(
             "this machine is hybrid: the roofs are those of its {} {} cores, without its {} cores",
             machine.cpus_used.size(), used, fmt::join(left_out, " and ")),
         .remedy = "measure another class in a file of its own (taskset --cpu-list with its CPUs)"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    const Machine& machine = input.samples.machine;
    const int in_cpuset = machine.cores_in_cpuset.value_or(machine.cores_online);
    const int allowed = machine.cores_allowed.value_or(static_cast<int>(machine.cpus_used.size()));
    if (in_cpuset < machine.cores_online)
        note_limit(ceilings, "cpuset", "the cpuset", in_cpuset, machine.cores_online,
                   "give the control group or container more CPUs (cpuset.cpus)");
    if (allowed < in_cpuset)
        note_limit(ceilings, "affinity", "the affinity mask", allowed, in_cpuset,
                   "start without taskset, numactl or a launcher's binding to measure the whole machine");
    note_classes(ceilings, machine);
    if (static_cast<int>(machine.cpus_used.size()) >= machine.cores_online) return;
    for (Roof& roof : ceilings.roofs)
        if (roof.target.scope == Scope::device) add_flag(roof, "partial");
}

}  // namespace

extern constinit const RuleDesc cores_left_out_rule{.name = "cores_left_out",
                                                    .summary = "an affinity mask, a cpuset, or hybrid cores",
                                                    .apply = apply,
                                                    .of_cpus_only = true};

}  // namespace mansard::ceilings
