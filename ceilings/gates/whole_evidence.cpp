// Samples that were changed after they were measured, as far as they tell: a roof rests on all of its blocks,
// not on a choice of them, and on instructions that the machine executes.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/gaps.hpp"
#include "ceilings/rule.hpp"

namespace mansard::ceilings {
namespace {

/// Blocks that were set aside though nothing was wrong with them: only what is not valid is measured again.
long set_aside(const Series& series) {
    return std::count_if(series.blocks.begin(), series.blocks.end(),
                         [](const Block& block) { return block.repeated && is_valid(block); });
}

void check(const Evidence& evidence, const Machine& machine, Roof& roof) {
    if (const long blocks = set_aside(*evidence.winner); blocks > 0)
        mark_suspect(roof, fmt::format("{} of its blocks {} set aside though nothing was wrong with {}",
                                       blocks, blocks == 1 ? "is" : "are", blocks == 1 ? "it" : "them"));
    for (const Note& note : roof.notes)
        if (note.code == gap_code) mark_suspect(roof, note.text);
    const auto& isa = roof.target.isa;
    const bool known = roof.target.device != "cpu" || !isa || machine.isas.empty() ||
                       std::find(machine.isas.begin(), machine.isas.end(), *isa) != machine.isas.end();
    if (!known) mark_suspect(roof, fmt::format("the machine of the file does not execute {}", name_of(*isa)));
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i)
        if (input.evidence[i].winner != nullptr)
            check(input.evidence[i], input.samples.machine, ceilings.roofs[i]);
}

}  // namespace

extern constinit const RuleDesc whole_evidence_rule{
    .name = "whole_evidence", .summary = "all blocks count, by instructions of this machine", .apply = apply};

}  // namespace mansard::ceilings
