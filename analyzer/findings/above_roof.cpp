// A point above the highest roof: an error about the roof or the point, never a good result.
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return placed.status == PlacementStatus::above_roof;
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
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
