// A point bound by arithmetic, on the way to its roof.
#include "analyzer/advice.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"efficiency_from", "efficiency_below"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    if (placed.status != PlacementStatus::placed || !placed.efficiency) return false;
    const Component* bound = placed.bounding();
    return bound != nullptr && !bound->level && *placed.efficiency >= thresholds[0] &&
           *placed.efficiency < thresholds[1];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {bound_text(placed),
            "give the units independent work: 8 or more accumulators for each loop, multiply and add fused, "
            "no division "
            "or square root in the loop, every core at work"};
}

}  // namespace

extern constinit const FindingDesc compute_bound_finding{
    .code = "compute_bound",
    .summary = "bound by arithmetic, and not yet at its roof",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .speaks = FindingDesc::Speaks::bound};

}  // namespace mansard::analyzer
