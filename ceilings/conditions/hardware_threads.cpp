// Hardware threads: what the system shows of them, and what it hides.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/rule.hpp"
#include "ceilings/waits.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// A loop of independent FMAs, and one of loads from L1, fill their ports by 95 % and more on every core that
// has been tried.
constexpr double well_filled = 0.75;
// A neighbour on the other hardware thread leaves half, and half of the ports is what a smaller model has.
// What is clearly less has another cause, and is suspect for it.
constexpr double half_filled = 0.4;

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
    int roofs = 0;
    double least = 1;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        Roof& roof = ceilings.roofs[i];
        const bool loads = roof.target.level == Level::L1 && roof.target.pattern == Pattern::load;
        if ((roof.target.op != Op::fma && !loads) || roof.target.kind == Kind::ridge) continue;
        if (!roof.fraction || *roof.fraction >= well_filled) continue;
        // A thread that waited for its CPU explains it: nothing is said of the ports then.
        if (is_held_up_here(*input.evidence[i].winner)) continue;
        add_flag(roof, "contended");
        if (*roof.fraction < half_filled) continue;
        least = std::min(least, *roof.fraction);
        ++roofs;
    }
    if (roofs > 0)
        ceilings.notes.push_back(
            {.severity = Severity::warning,
             .code = "ports_half_empty",
             .text = fmt::format(
                 "{} {:.0f} %{}, and such loops should by 95 %: another program or guest may work on the "
                 "cores' other hardware threads, or this model has fewer ports than its family",
                 roofs == 1 ? "1 roof of FMA or L1 loads fills its ports by"
                            : fmt::format("{} roofs of FMA and L1 loads fill their ports by", roofs),
                 100 * least, roofs == 1 ? "" : " and more"),
             .remedy = "measure at a quieter time, or on whole cores"});
}

}  // namespace

extern constinit const RuleDesc hardware_threads_rule{
    .name = "hardware_threads",
    .summary = "SMT, hidden cores, and ports that stay empty",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
