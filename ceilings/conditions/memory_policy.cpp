// A memory policy that puts pages where no thread asked for them, on some NUMA nodes or on all in turn: what
// all cores reach is then those nodes' bandwidth, or what the links between them let through, and as steady
// as any roof.
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    if (!has_note(input.samples, "memory_policy")) return;
    for (Roof& roof : ceilings.roofs)
        if (roof.value && roof.target.scope == Scope::device && roof.target.level == Level::DRAM)
            add_flag(roof, "partial");
}

}  // namespace

extern constinit const RuleDesc memory_policy_rule{
    .name = "memory_policy",
    .summary = "pages that do not lie on the NUMA node of the thread that uses them",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
