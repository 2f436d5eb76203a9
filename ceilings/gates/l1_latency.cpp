// A load that hits L1 is answered within a few cycles on every CPU core made so far (three to six): more is
// the time of another level, or of somebody else. GPUs take dozens of cycles, and hide them.
#include <fmt/format.h>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr double most_cycles = 10;

void apply(const RuleInput&, Ceilings& ceilings) {
    for (Roof& roof : ceilings.roofs)
        if (roof.target.kind == Kind::latency && roof.target.level == Level::L1 && roof.per_cycle &&
            *roof.per_cycle > most_cycles)
            mark_suspect(roof, fmt::format("{} cycles for a load from L1, which answers within {}",
                                           plain(*roof.per_cycle), most_cycles));
}

}  // namespace

extern constinit const RuleDesc l1_latency_rule{.name = "l1_latency",
                                                .summary = "a load from L1 is answered within ten cycles",
                                                .apply = apply,
                                                .of_cpus_only = true};

}  // namespace mansard::ceilings
