// Time that others took from the measured cores: other programs here (the scheduler's count of how long our
// threads waited for a CPU, and how often they were pushed off one) and other guests (steal). A neighbour
// that is there always shows in no spread between blocks, only here.
#include <fmt/format.h>

#include <algorithm>

#include "ceilings/rule.hpp"
#include "ceilings/waits.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

// A hypervisor's own work steals some time always; beyond this share of a run it moves medians.
constexpr double much_steal = 0.01;
constexpr double much_stolen = 0.05;
// /proc/stat counts in ticks of 10 ms: one or two of them in a few short blocks say nothing.
constexpr double least_stolen_s = 0.03;
// The median of a block bears fewer disturbed trials than this.
constexpr double disturbed_trials = 0.5;
constexpr double disturbed_blocks = 0.25;

struct Taken {
    double seconds = 0;  ///< threads × time in trials
    double stolen_s = 0;
    int blocks = 0, disturbed = 0;
};

Taken taken_from(const Series& series) {
    Taken taken;
    for (const Block* block : counted_blocks(series)) {
        for (const double seconds : block->seconds) taken.seconds += seconds * series.target.threads;
        taken.stolen_s += block->steal_s;
        ++taken.blocks;
        taken.disturbed += static_cast<double>(block->involuntary_switches) >=
                           disturbed_trials * static_cast<double>(block->seconds.size());
    }
    return taken;
}

void note_steal_of_the_run(const Samples& samples, Ceilings& ceilings) {
    const double cpus = static_cast<double>(samples.machine.cpus_used.size());
    const auto &before = samples.before.steal_s, &after = samples.after.steal_s;
    if (!before || !after || samples.seconds <= 0) return;
    const double share = (*after - *before) / samples.seconds / cpus;
    if (share > much_steal)
        ceilings.notes.push_back(
            {.severity = Severity::warning,
             .code = "steal",
             .text =
                 fmt::format("the hypervisor took {} % of the measured cores' time", plain(100 * share, 2)),
             .remedy = "measure at a quieter time, or pool several runs with `mansard build`"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    note_steal_of_the_run(input.samples, ceilings);
    int waiting = 0, stolen = 0, disturbed = 0;
    double most_waiting = 0, most_stolen = 0;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i) {
        if (input.evidence[i].winner == nullptr) continue;
        const Taken taken = taken_from(*input.evidence[i].winner);
        if (taken.seconds <= 0) continue;
        const double waited = waiting_share(*input.evidence[i].winner);
        const double stole = std::min(1.0, taken.stolen_s / taken.seconds);
        const bool waits = waited > much_waiting;
        const bool steals = stole > much_stolen && taken.stolen_s > least_stolen_s;
        const bool switches = taken.disturbed > disturbed_blocks * taken.blocks;
        waiting += waits, stolen += steals, disturbed += switches;
        most_waiting = std::max(most_waiting, waited);
        most_stolen = std::max(most_stolen, stole);
        if (waits || steals || switches) add_flag(ceilings.roofs[i], "contended");
    }
    const auto note = [&](int roofs, std::string_view code, const std::string& text) {
        if (roofs > 0)
            ceilings.notes.push_back(
                {.severity = Severity::warning,
                 .code = std::string(code),
                 .text = fmt::format("{} of {} roofs: {}", roofs, ceilings.roofs.size(), text),
                 .remedy = "stop other programs, or leave them other cores (taskset)"});
    };
    note(waiting, "busy_neighbour",
         fmt::format("their threads waited for a CPU that another program had, up to {} % of their time",
                     plain(100 * most_waiting, 2)));
    note(stolen, "stolen_blocks",
         fmt::format("the hypervisor took up to {} % of their time", plain(100 * most_stolen, 2)));
    note(disturbed, "involuntary_switches",
         "their threads were pushed off their CPUs in half the trials of more than a quarter of the blocks");
}

}  // namespace

extern constinit const RuleDesc neighbours_rule{.name = "neighbours",
                                                .summary = "other programs and guests on the measured cores",
                                                .apply = apply,
                                                .of_cpus_only = true};

}  // namespace mansard::ceilings
