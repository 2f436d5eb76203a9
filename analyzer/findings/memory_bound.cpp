// A point bound by a memory level, on the way to its roof.
#include "analyzer/advice.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"efficiency_from", "efficiency_below"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    if (placed.status != PlacementStatus::placed || !placed.efficiency) return false;
    const Component* bound = placed.bounding();
    return bound != nullptr && bound->level && *placed.efficiency >= thresholds[0] &&
           *placed.efficiency < thresholds[1];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext& context) {
    return {bound_text(placed), fewer_bytes(placed, context.analysis)};
}

}  // namespace

extern constinit const FindingDesc memory_bound_finding{.code = "memory_bound",
                                                        .summary = "bound by the bandwidth of a memory level",
                                                        .parameters = parameters,
                                                        .applies = applies,
                                                        .advise = advise,
                                                        .speaks = FindingDesc::Speaks::bound};

}  // namespace mansard::analyzer
