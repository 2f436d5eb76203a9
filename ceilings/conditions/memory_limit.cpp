// A memory limit below what the machine has. Whether the DRAM sets still lie beyond the caches is a gate's
// matter.
#include <fmt/format.h>

#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// The kernel keeps a few percent for itself.
constexpr double nearly_all = 0.9;

void apply(const RuleInput& input, Ceilings& ceilings) {
    const Machine& machine = input.samples.machine;
    if (!machine.memory_installed_bytes ||
        machine.memory_bytes >= nearly_all * *machine.memory_installed_bytes)
        return;
    ceilings.notes.push_back(
        {.code = "memory_limit",
         .text = fmt::format("a limit leaves {} of {} of memory: DRAM sets take at most a quarter of that",
                             binary_size(machine.memory_bytes), binary_size(*machine.memory_installed_bytes)),
         .remedy = "raise the memory limit of the cgroup if DRAM roofs are suspect"});
}

}  // namespace

extern constinit const RuleDesc memory_limit_rule{.name = "memory_limit",
                                                  .summary = "a control group's memory limit",
                                                  .apply = apply,
                                                  .of_cpus_only = true};

}  // namespace mansard::ceilings
