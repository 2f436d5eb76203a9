// Less per cycle than a core of this family reaches when it has its units to itself, in every block alike: a
// neighbour that never left. Blocks that agree show no spread, and a quick plan may have two of them; only a
// reference from elsewhere can tell. It is a fact of the family, kept with its port limits.
#include <fmt/format.h>

#include "ceilings/physics.hpp"
#include "ceilings/rule.hpp"
#include "ceilings/waits.hpp"
#include "core/quantity.hpp"

namespace mansard::ceilings {
namespace {

constexpr double much = 0.05;

void check(const Datasheet& datasheet, const Series& winner, Roof& roof) {
    if (roof.status != Status::measured || !roof.per_cycle || has_flag(roof, "contended")) return;
    const auto alone = reached_alone(datasheet, roof.target, winner.work);
    if (!alone || *roof.per_cycle >= (1 - much) * *alone) return;
    add_flag(roof, "contended");
    roof.notes.push_back(
        {.severity = Severity::warning,
         .code = "below_family",
         .text = fmt::format("{} of the {} {} per cycle that a core of this family reaches alone ({})",
                             plain(*roof.per_cycle), plain(*alone),
                             roof.target.kind == Kind::compute ? "FLOP" : "B", datasheet.name),
         .remedy = is_held_up_here(winner)
                       ? "its threads waited for a CPU that other programs of this system had: stop them, or "
                         "leave them other cores (taskset)"
                       : "another guest may work on the core's other hardware thread: measure at a quieter "
                         "time"});
}

void apply(const RuleInput& input, Ceilings& ceilings) {
    const auto datasheet = find_datasheet(input.samples.machine);
    if (!datasheet) return;
    for (std::size_t i = 0; i < ceilings.roofs.size(); ++i)
        if (const Series* winner = input.evidence[i].winner) check(*datasheet, *winner, ceilings.roofs[i]);
}

}  // namespace

extern constinit const RuleDesc below_family_rule{
    .name = "below_family",
    .summary = "less per cycle than a core of the family reaches alone",
    .apply = apply,
    .of_cpus_only = true};

}  // namespace mansard::ceilings
