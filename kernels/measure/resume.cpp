#include "kernels/measure/resume.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/error.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"
#include "kernels/measure/round.hpp"

namespace mansard::kernels {
namespace {

/// Neither the sweep's nor a series without a block: those follow from the machine.
bool is_of_plan(const Series& series) {
    return !is_of_sweep(series) && !series.blocks.empty();
}

/// `before` such that `now` − before is what had been counted until the interruption.
template <typename T>
void carry(std::optional<T>& before, std::optional<T> after, std::optional<T> now) {
    if (before && after && now)
        before = *now - (*after - *before);
    else
        before.reset();
}

Error another_plan(const std::string& what, const Samples& samples, const std::string& where) {
    return Error(Exit::bad_input, what,
                 {.where = where,
                  .expected = fmt::format("the plan, filters and version that the samples were begun with "
                                          "(plan {}, mansard {})",
                                          printable(samples.plan), printable(samples.tool_version)),
                  .remedy = "repeat the first command with --resume, or calibrate anew without it"});
}

}  // namespace

Standing standing(const Samples& samples) {
    Standing out;
    for (const Series& series : samples.series)
        for (const Block& block : series.blocks) {
            if (block.phase == Phase::sweep) ++out.sweep_blocks;
            if (block.phase == Phase::search)
                out.search_rounds = std::max(out.search_rounds, block.round + 1);
            if (block.phase == Phase::final) out.final_rounds = std::max(out.final_rounds, block.round + 1);
        }
    return out;
}

std::string in_words(const Standing& standing) {
    std::vector<std::string> parts;
    if (standing.sweep_blocks > 0)
        parts.push_back(fmt::format("{} blocks of the sweep", standing.sweep_blocks));
    if (standing.search_rounds > 0)
        parts.push_back(fmt::format("{} rounds of the search", standing.search_rounds));
    if (standing.final_rounds > 0) parts.push_back(fmt::format("{} final rounds", standing.final_rounds));
    return parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", "));
}

void require_same_plan(const Samples& samples, const Plan& plan, const Experiments& experiments,
                       const std::string& where) {
    if (samples.plan != plan.name)
        throw another_plan(fmt::format("the samples are of the plan {}, not of {}", printable(samples.plan),
                                       printable(plan.name)),
                           samples, where);
    // Kernels and set sizes are this build's; mixing them with another's would pool unlike things.
    if (samples.tool_version != version())
        throw another_plan(fmt::format("the samples are of mansard {}, and this is {}",
                                       printable(samples.tool_version), version()),
                           samples, where);
    std::size_t begun = 0;
    for (const Series& series : samples.series) {
        if (!is_of_plan(series)) continue;
        ++begun;
        const bool wanted =
            std::any_of(experiments.wanted.begin(), experiments.wanted.end(),
                        [&](const Experiment& experiment) { return is_series_of(series, experiment); });
        if (!wanted)
            throw another_plan(fmt::format("the samples hold {} by {} with a set of {}, which the plan and "
                                           "the filters do not ask for",
                                           printable(roof_id(series.target)), printable(series.kernel),
                                           binary_size(series.working_set_bytes)),
                               samples, where);
    }
    if (begun == 0) return;
    for (const Experiment& experiment : experiments.wanted) {
        const bool known =
            std::any_of(samples.series.begin(), samples.series.end(),
                        [&](const Series& series) { return is_series_of(series, experiment); });
        if (!known)
            throw another_plan(
                fmt::format("the plan and the filters ask for {}, which the samples do not hold",
                            experiment.name()),
                samples, where);
    }
}

double resume_samples(Device& device, Samples& samples) {
    const Environment now = device.environment();
    carry(samples.before.steal_s, samples.after.steal_s, now.steal_s);
    carry(samples.before.throttled_s, samples.after.throttled_s, now.throttled_s);
    carry(samples.before.throttled_periods, samples.after.throttled_periods, now.throttled_periods);
    carry(samples.before.involuntary_switches, samples.after.involuntary_switches, now.involuntary_switches);
    samples.after = now;
    // As long as the sweep is all there is, what was planned may stem from the levels in a part of it.
    if (std::none_of(samples.series.begin(), samples.series.end(), is_of_plan))
        std::erase_if(samples.series, [](const Series& series) { return series.blocks.empty(); });
    samples.complete = false;
    ++samples.resumed;
    samples.notes.push_back(
        {.code = "resumed",
         .text = fmt::format("the measurement was interrupted after {} s and went on at {}: it had {}",
                             plain(samples.seconds), utc_now(), in_words(standing(samples))),
         .remedy = "nothing need be done; calibrate anew for one uninterrupted run"});
    return device.now() - samples.seconds;
}

}  // namespace mansard::kernels
