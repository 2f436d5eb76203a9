// Blocks whose threads were off their CPUs in half of the trials and more, in each of the attempts: the
// median is one of a disturbed trial, and too low. They are kept, and flag the roof. Beyond a quarter of the
// blocks the value is not free of them, as with throttling, and the roof is suspect.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/rule.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr double spoilt_share = 0.25;

/// Some sandboxes have neither the scheduler's counts nor a fine clock of CPU time: there a neighbour that
/// never leaves shows in nothing, and silence must not pass for quiet.
void note_if_untold(const RuleInput& input, Ceilings& ceilings) {
    bool measured = false;
    for (const Evidence& evidence : input.evidence) {
        if (evidence.winner == nullptr || evidence.winner->target.device != "cpu") continue;
        measured = true;
        for (const Block* block : counted_blocks(*evidence.winner))
            if (!block->waits.empty()) return;
    }
    if (!measured || input.samples.after.waited_s) return;
    ceilings.notes.push_back(
        {.severity = Severity::warning,
         .code = "waits_unknown",
         .text =
             "the system does not tell how long threads waited for a CPU: a neighbour that is there all the "
             "time makes roofs low without a flag",
         .remedy =
             "measure outside of the sandbox, or stop other programs and compare two runs (`mansard show A "
             "B`)"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    note_if_untold(input, ceilings);
    int touched = 0;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        if (input.evidence[i].winner == nullptr) continue;
        const auto blocks = counted_blocks(*input.evidence[i].winner);
        const auto waited = std::count_if(blocks.begin(), blocks.end(),
                                          [](const Block* block) { return !is_left_alone(*block); });
        if (waited == 0) continue;
        ++touched;
        add_flag(ceilings.roofs[i], "contended");
        if (static_cast<double>(waited) > spoilt_share * static_cast<double>(blocks.size()))
            mark_suspect(ceilings.roofs[i],
                         fmt::format("in {} of {} blocks its threads waited for a CPU in half of the trials "
                                     "and more",
                                     waited, blocks.size()));
    }
    if (touched > 0)
        ceilings.notes.push_back(
            {.severity = Severity::warning,
             .code = "threads_waited",
             .text = fmt::format("{} of {} roofs have blocks in which threads waited for a CPU in half of "
                                 "the trials and more, also when they were measured again",
                                 touched, ceilings.roofs.size()),
             .remedy = "stop other programs, or leave them other cores (taskset)"});
}

}  // namespace

extern constinit const RuleDesc waiting_rule{
    .name = "waiting", .summary = "blocks whose threads waited for a CPU", .apply = apply};

}  // namespace mansard::ceilings
