// Cache sizes: where the sweep and the system's claims disagree, and claims that no cache can have.
#include <fmt/format.h>

#include "ceilings/levels.hpp"
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (Note& note : level_notes(ceilings.levels, input.samples.machine))
        ceilings.notes.push_back(std::move(note));
    for (const RefusedClaim& refused : input.samples.machine.refused_caches)
        ceilings.notes.push_back({.code = "cache_claim_refused",
                                  .text = fmt::format("{}: {} claims \"{}\", which no cache has",
                                                      name_of(refused.level), refused.source, refused.claim),
                                  .remedy = "none needed: sets are sized by the sweep and the other claims"});
}

}  // namespace

extern constinit const RuleDesc cache_claims_rule{.name = "cache_claims",
                                                  .summary = "cache sizes that contradict each other",
                                                  .apply = apply,
                                                  .of_cpus_only = true};

}  // namespace mansard::ceilings
