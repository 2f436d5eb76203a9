// A memory policy that holds all pages on some NUMA nodes: what all cores reach is then those nodes'
// bandwidth, and as steady as any roof.
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
    .summary = "pages that are bound to some of the NUMA nodes",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
