#include "ceilings/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "ceilings/checks.hpp"
#include "ceilings/contest.hpp"
#include "ceilings/fingerprint.hpp"
#include "ceilings/physics.hpp"
#include "ceilings/plateau.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"

namespace mansard::ceilings {
namespace {

// A hypervisor's own work steals some time always; beyond this share it moves medians.
constexpr double much_steal = 0.01;

std::size_t count_flag(const std::vector<Roof>& roofs, std::string_view flag) {
    return static_cast<std::size_t>(std::count_if(roofs.begin(), roofs.end(), [&](const Roof& roof) {
        return std::find(roof.flags.begin(), roof.flags.end(), flag) != roof.flags.end();
    }));
}

std::optional<double> increase(std::optional<double> before, std::optional<double> after) {
    if (!before || !after) return std::nullopt;
    return *after - *before;
}

void add_run_notes(std::vector<Note>& notes, const Samples& samples) {
    const Machine& machine = samples.machine;
    const double cpus = static_cast<double>(machine.cpus_used.size());
    if (machine.quota_cpus && *machine.quota_cpus < cpus)
        notes.push_back({.code = "cpu_quota",
                         .text = fmt::format("a CPU quota of {} cores holds for {} measured cores",
                                             plain(*machine.quota_cpus), cpus),
                         .remedy = "raise the quota, or measure as many cores as it allows (taskset)"});
    const auto throttled = increase(samples.before.throttled_s, samples.after.throttled_s);
    if (throttled.value_or(0) > 0)
        notes.push_back(
            {.code = "throttled",
             .text = fmt::format("the CPU quota stopped the measurement for {} in all", si(*throttled, "s")),
             .remedy = "raise the CPU quota of the cgroup"});
    const auto stolen = increase(samples.before.steal_s, samples.after.steal_s);
    if (stolen.value_or(0) > much_steal * samples.seconds * cpus && samples.seconds > 0)
        notes.push_back({.code = "steal",
                         .text = fmt::format("the hypervisor took {} % of the measured cores' time",
                                             plain(100 * *stolen / samples.seconds / cpus, 2)),
                         .remedy = "measure at a quieter time, or pool several runs with `mansard build`"});
    if (!samples.complete)
        notes.push_back(
            {.code = "partial",
             .text = "the measurement was interrupted: roofs may be missing or rest on few blocks",
             .remedy = "calibrate again and let it end"});
}

void add_roof_notes(std::vector<Note>& notes, const std::vector<Roof>& roofs) {
    if (const std::size_t contended = count_flag(roofs, "contended"))
        notes.push_back(
            {.code = "contended",
             .text = fmt::format("{} of {} roofs are contended: their blocks spread by more than 10 %",
                                 contended, roofs.size()),
             .remedy = "stop other programs, calibrate for longer, or pool several runs"});
    if (const std::size_t few = count_flag(roofs, "few_blocks"))
        notes.push_back(
            {.code = "few_blocks",
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
    for (const Contest& contest : contests(samples)) {
        Decision decision = decide(contest, samples.machine, samples.complete);
        if (datasheet && decision.winner != nullptr)
            apply_limit(decision.roof, *datasheet, decision.winner->work);
        if (samples.resumed > 0 && decision.roof.value) decision.roof.flags.push_back("resumed");
        out.roofs.push_back(std::move(decision.roof));
    }
    check_level_order(out.roofs, out.levels);

    add_run_notes(out.notes, samples);
    add_roof_notes(out.notes, out.roofs);
    const auto sizes = level_notes(out.levels, samples.machine);
    out.notes.insert(out.notes.end(), sizes.begin(), sizes.end());
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
