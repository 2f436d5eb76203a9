// A point above the highest roof: an error about the roof or the point, never a good result.
#include <fmt/format.h>

#include "analyzer/breach.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return placed.status == PlacementStatus::above_roof;
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext& context) {
    const ceilings::View& view = context.view(placed.point);
    const auto& threads = placed.point.threads;
    if (threads && *threads > 1 && view.threads() == 1)
        return {fmt::format("faster than one core can be, but it ran on {} threads: {}", *threads,
                            placed.reason.str()),
                "leave --scope core out: then it stands under the roofs of its own threads"};
    if (breaks_only_suspect_roofs(placed, view, 1))
        return {"faster than a roof that failed a check: " + placed.reason.str(),
                "doubt the roof first: calibrate again on a quiet machine, and read no efficiency before"};
    return {"faster than the machine can be: " + placed.reason.str(),
            "check what the profile counts (FLOPs per call, number type, bytes that stay in a nearer cache, "
            "number of "
            "threads, total time against time per call), then calibrate again on a quiet machine"};
}

}  // namespace

extern constinit const FindingDesc above_roof_finding{
    .code = "above_roof",
    .summary = "faster than the highest roof: an error in the profile's counts or in the roof",
    .parameters = {},
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
