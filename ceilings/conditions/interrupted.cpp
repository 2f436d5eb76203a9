// A run that was interrupted.
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    if (input.samples.complete) return;
    for (Roof& roof : ceilings.roofs) add_flag(roof, "partial");
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "partial",
         .text = "the measurement was interrupted: roofs may be missing or rest on few blocks",
         .remedy = "calibrate again and let it end"});
}

}  // namespace

extern constinit const RuleDesc interrupted_rule{
    .name = "interrupted", .summary = "a run that did not come to its end", .apply = apply};

}  // namespace mansard::ceilings
