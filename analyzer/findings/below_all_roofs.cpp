// A point far below every roof: what it waits for is nothing that a roofline measures.
#include "analyzer/advice.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"efficiency_below"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return placed.status == PlacementStatus::placed && placed.efficiency &&
           *placed.efficiency < thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {bound_text(placed) + ", and everything else is further away: it waits for something else",
            "look for chains of dependent operations or loads (latency), scalar or branchy code, divisions, "
            "few threads "
            "at work, time spent outside the counted work; or for FLOPs and bytes that were not counted"};
}

}  // namespace

extern constinit const FindingDesc below_all_roofs_finding{
    .code = "below_all_roofs",
    .summary = "far below every roof: latency, dependent or scalar code, or work that was not counted",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .speaks = FindingDesc::Speaks::bound};

}  // namespace mansard::analyzer
