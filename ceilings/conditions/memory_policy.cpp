// A memory policy that holds all pages on some NUMA nodes: what all cores reach is then those nodes'
// bandwidth, and as steady as any roof.
#include <algorithm>

#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    const auto& notes = input.samples.notes;
    if (std::none_of(notes.begin(), notes.end(),
                     [](const Note& note) { return note.code == "memory_policy"; }))
        return;
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
