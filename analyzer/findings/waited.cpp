// A point that waited: what its code does on the core is not what it takes its time for.
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return placed.point.waited;
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    // The importer's note has the numbers.
    std::string text = "it waited: its real time is far beyond its CPU time";
    for (const std::string& note : placed.point.notes)
        if (note.starts_with("it waited")) text = note;
    return {text + "; no roof explains that",
            "look for sleeps, input and output, locks and messages, and for other programs on its cores; "
            "measure it without them before its code is judged"};
}

}  // namespace

extern constinit const FindingDesc waited_finding{
    .code = "waited",
    .summary = "real time far beyond CPU time: it slept, waited for others, or shared its cores",
    .parameters = {},
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
