// Programs that were in nobody's way and took something all the same. A neighbour that is there from the
// first to the last block makes no block differ from another, and on a core or hardware thread that is not
// measured it makes no thread wait: only the system's count of CPU time told, while measuring. Elsewhere it
// has a part of L3 and memory, on the other hardware thread of a measured core one of everything.
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    const bool elsewhere = has_note(input.samples, "busy_elsewhere");
    const bool sibling = has_note(input.samples, "busy_sibling");
    for (Roof& roof : ceilings.roofs) {
        if (!roof.value) continue;
        const Target& target = roof.target;
        const bool shared = target.level == Level::L3 || target.level == Level::DRAM;
        // Where all cores work, what is elsewhere is on their siblings.
        const bool beside = input.samples.machine.threads_per_core > 1 && target.threads > 1;
        if ((elsewhere && (shared || beside)) || (sibling && target.threads == 1))
            add_flag(roof, "contended");
    }
}

}  // namespace

extern constinit const RuleDesc busy_elsewhere_rule{
    .name = "busy_elsewhere",
    .summary = "other programs on cores and hardware threads that are not measured",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
