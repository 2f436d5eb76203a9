// A level whose size is not certain: its roofs stand only if their sets lie inside the level whichever of the
// sizes is right.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

struct Candidate {
    double bytes = 0;
    std::string text{};
};

/// What the sweep and each claim say of the level's size.
std::vector<Candidate> candidates_for(const LevelSize& size, const Machine& machine) {
    std::vector<Candidate> out;
    const auto add = [&out](double bytes, std::string_view source) {
        out.push_back({bytes, fmt::format("{} by {}", binary_size(bytes), source)});
    };
    if (size.detected_bytes) add(*size.detected_bytes, "a disturbed sweep");
    for (const CacheClaim& claim : machine.caches)
        if (claim.level == size.level) add(claim.bytes, claim.source);
    return out;
}

void check(Roof& roof, const LevelSize& size, const Machine& machine) {
    const double set =
        roof.working_set_bytes / (size.level == Level::L3 ? 1 : std::max(roof.target.threads, 1));
    const auto candidates = candidates_for(size, machine);
    const auto smallest =
        std::min_element(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) { return a.bytes < b.bytes; });
    const bool inside = smallest != candidates.end() && set <= smallest->bytes;
    // A disturbed sweep that no claim confirms proves nothing, whatever it says.
    if (inside && size.claimed_bytes) return;
    std::vector<std::string> texts;
    texts.reserve(candidates.size());
    for (const Candidate& candidate : candidates) texts.push_back(candidate.text);
    mark_suspect(roof, fmt::format("the size of {} is not certain ({}), and its set of {} for each core may "
                                   "lie outside",
                                   name_of(size.level), fmt::join(texts, ", "), binary_size(set)));
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (const LevelSize& size : ceilings.levels)
        if (!size.certain)
            for (Roof& roof : ceilings.roofs)
                if (roof.value && roof.target.level == size.level && roof.working_set_bytes > 0)
                    check(roof, size, input.samples.machine);
}

}  // namespace

extern constinit const RuleDesc level_size_rule{
    .name = "level_size", .summary = "sets lie inside levels of uncertain size", .apply = apply};

}  // namespace mansard::ceilings
