// A CPU quota: roofs of more cores than it allows, and what its throttling stopped.
#include <fmt/format.h>

#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    const Machine& machine = input.samples.machine;
    const auto cpus = static_cast<double>(machine.cpus_used.size());
    if (machine.quota_cpus && *machine.quota_cpus < cpus)
        ceilings.notes.push_back(
            {.severity = Severity::warning,
             .code = "cpu_quota",
             .text = fmt::format("a CPU quota of {} cores holds for {} measured cores",
                                 plain(*machine.quota_cpus), cpus),
             .remedy = "raise the quota, or measure as many cores as it allows (taskset)"});
    if (machine.quota_cpus)
        for (Roof& roof : ceilings.roofs)
            if (*machine.quota_cpus < roof.target.threads) add_flag(roof, "quota");
    const auto &before = input.samples.before.throttled_s, &after = input.samples.after.throttled_s;
    if (before && after && *after > *before)
        ceilings.notes.push_back({.severity = Severity::warning,
                                  .code = "throttled",
                                  .text = fmt::format("the CPU quota stopped the measurement for {} in all",
                                                      si(*after - *before, "s")),
                                  .remedy = "raise the CPU quota of the cgroup"});
}

}  // namespace

extern constinit const RuleDesc quota_rule{
    .name = "quota",
    .summary = "a CPU quota below the cores measured, and its throttling",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
