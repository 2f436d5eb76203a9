// A point at its roof: nothing more to gain there, only under another roof.
#include "analyzer/advice.hpp"
#include "analyzer/beyond_roof.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view parameters[] = {"efficiency_from"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return placed.status == PlacementStatus::placed && placed.efficiency &&
           *placed.efficiency >= thresholds[0] &&
           !(is_beyond_roof(placed.efficiency) && has_higher_roof(placed, context.view(placed.point)));
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext& context) {
    const bool memory = placed.bounding()->level.has_value();
    return {bound_text(placed) + ": it is at its roof",
            memory ? "faster instructions will not help; " + fewer_bytes(placed, context.analysis)
                   : "only fewer FLOPs (another algorithm) or a narrower number type will help"};
}

}  // namespace

extern constinit const FindingDesc near_roof_finding{
    .code = "near_roof",
    .summary = "at its roof: only less work under that roof helps",
    .parameters = parameters,
    .applies = applies,
    .advise = advise};

}  // namespace mansard::analyzer
