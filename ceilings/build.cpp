#include "ceilings/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ceilings/contest.hpp"
#include "ceilings/fingerprint.hpp"
#include "ceilings/levels.hpp"
#include "ceilings/physics.hpp"
#include "ceilings/rule.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {
namespace {

std::size_t count_flag(const std::vector<Roof>& roofs, std::string_view flag) {
    return static_cast<std::size_t>(
        std::count_if(roofs.begin(), roofs.end(), [&](const Roof& roof) { return has_flag(roof, flag); }));
}

void add_roof_notes(std::vector<Note>& notes, const std::vector<Roof>& roofs) {
    if (const std::size_t contended = count_flag(roofs, "contended"))
        notes.push_back(
            {.severity = Severity::warning,
             .code = "contended",
             .text = fmt::format("{} of {} roofs are contended: something else took part of the machine",
                                 contended, roofs.size()),
             .remedy = "stop other programs, calibrate for longer, or pool several runs"});
    if (const std::size_t few = count_flag(roofs, "few_blocks"))
        notes.push_back(
            {.severity = Severity::warning,
             .code = "few_blocks",
             .text = fmt::format("{} of {} roofs rest on fewer than 13 blocks and have no interval", few,
                                 roofs.size()),
             .remedy = "use `--plan standard`, or pool several runs with `mansard build`"});
}

}  // namespace

Ceilings build(const Samples& samples) {
    Ceilings out{.tool_version = std::string(version()),
                 .created = samples.created,
                 .plan = samples.plan,
                 .machine = samples.machine,
                 .before = samples.before,
                 .after = samples.after,
                 .seconds = samples.seconds,
                 .levels = find_levels(samples),
                 .notes = samples.notes};
    const auto datasheet = find_datasheet(samples.machine);
    std::vector<Evidence> evidence;
    for (Contest& contest : contests(samples)) {
        Decision decision = decide(contest);
        if (datasheet && decision.winner != nullptr)
            apply_limit(decision.roof, *datasheet, decision.winner->work);
        if (samples.resumed > 0 && decision.roof.value) decision.roof.flags.push_back("resumed");
        out.roofs.push_back(std::move(decision.roof));
        evidence.push_back({.contest = std::move(contest), .winner = decision.winner});
    }
    for (const RuleDesc* rule : rules()) rule->apply({.samples = samples, .evidence = evidence}, out);
    add_roof_notes(out.notes, out.roofs);
    if (!datasheet)
        out.notes.push_back(
            {.code = "no_port_limits",
             .text = fmt::format("no port limits are known for {}: roofs have no limit to check",
                                 samples.machine.cpu_model.empty() ? "this CPU" : samples.machine.cpu_model),
             .remedy = "add a file to configs/datasheets/cpu from its optimisation guide"});
    return out;
}

Ceilings build(std::span<const Samples> runs, std::span<const std::string> sources) {
    return build(pool(runs, sources));
}

}  // namespace mansard::ceilings
