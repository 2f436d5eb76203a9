// L1 ≥ L2 ≥ L3 ≥ DRAM for one pattern and scope, latencies the other way round.
#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput&, Ceilings& ceilings) {
    check_level_order(ceilings.roofs, ceilings.levels);
}

}  // namespace

extern constinit const RuleDesc level_order_rule{
    .name = "level_order", .summary = "an inner level is no slower than an outer one", .apply = apply};

}  // namespace mansard::ceilings
