// A load that depends on another takes two cycles at least: no L1 has been faster than three, and one that
// seems so was not waited for.
#include <fmt/format.h>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr double least_cycles = 2;

void apply(const RuleInput&, Ceilings& ceilings) {
    for (Roof& roof : ceilings.roofs)
        if (roof.target.kind == Kind::latency && roof.per_cycle && *roof.per_cycle < least_cycles)
            mark_suspect(
                roof, fmt::format("{} cycles for a load that waits for another: no cache answers within {}",
                                  plain(*roof.per_cycle), least_cycles));
}

}  // namespace

extern constinit const RuleDesc latency_floor_rule{
    .name = "latency_floor", .summary = "no load is answered in less than two cycles", .apply = apply};

}  // namespace mansard::ceilings
