// Hardware threads: what the system shows of them, and what it hides.
#include <fmt/format.h>

#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// A loop of independent FMAs fills its ports by 95 % and more on every core that has been tried.
constexpr double well_filled = 0.75;

void apply(const RuleInput& input, Ceilings& ceilings) {
    const Machine& machine = input.samples.machine;
    if (!machine.cores_known)
        ceilings.notes.push_back(
            {.code = "cores_unknown",
             .text = fmt::format("the system hides its cores: each of {} logical CPUs counts as one",
                                 machine.cpus_used.size()),
             .remedy = "mount /sys, or measure one CPU of each physical core (taskset)"});
    if (machine.threads_per_core > 1)
        ceilings.notes.push_back(
            {.code = "smt",
             .text =
                 fmt::format("each core has {} hardware threads; one of them is measured, as a second shares "
                             "its units",
                             machine.threads_per_core),
             .remedy = "keep other programs off the siblings of the measured CPUs"});
    for (Roof& roof : ceilings.roofs) {
        if (roof.target.op != Op::fma || !roof.fraction || *roof.fraction >= well_filled) continue;
        roof.notes.push_back(
            {.severity = Severity::warning,
             .code = "ports_half_empty",
             .text = fmt::format(
                 "it fills {:.0f} % of its ports: another program or guest may work on the core's "
                 "other hardware thread, or this model has fewer ports than its family",
                 100 * *roof.fraction),
             .remedy = "measure at a quieter time, or on whole cores"});
        add_flag(roof, "contended");
    }
}

}  // namespace

extern constinit const RuleDesc hardware_threads_rule{
    .name = "hardware_threads", .summary = "SMT, hidden cores, and ports that stay empty", .apply = apply};

}  // namespace mansard::ceilings
