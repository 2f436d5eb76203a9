#include "kernels/measure/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/quantity.hpp"

namespace mansard::kernels {
namespace {

constexpr double share_of_budget = 0.25;
constexpr int passes = 2;  // apart in time: one bad moment must not bend the curve

/// The outermost level that any of the roofs names; also of those that the machine does not claim to have.
std::optional<Level> outermost(const Experiments& wanted) {
    std::optional<Level> level;
    const auto see = [&level](const Target& target) {
        if (target.level && (!level || *target.level > *level)) level = target.level;
    };
    for (const Experiment& experiment : wanted.wanted) see(experiment.target);
    for (const Absent& absent : wanted.absent) see(absent.target);
    return level;
}

/// Sizes are found before anything is measured with them: what is resumed beyond its sweep keeps its own.
bool is_sized(const Samples& samples) {
    return std::any_of(samples.series.begin(), samples.series.end(),
                       [](const Series& series) { return !series.blocks.empty() && !is_of_sweep(series); });
}

void run_sweep(Device& device, const Plan& plan, const std::vector<Experiment>& sweep, double start_s,
               Samples& samples, const MeasureOptions& options) {
    const std::vector<Runner> runners = runners_for(sweep, samples);
    BlockRunner blocks(device, block_options(plan, start_s, options, share_of_budget * plan.budget_s));
    for (int pass = 0; pass < passes; ++pass) {
        if (!run_round(blocks, runners, samples, Phase::sweep, pass, plan.search_trials)) continue;
        finish(device, start_s, samples);
        options.on_round(samples, 0);
    }
    const auto left_out = std::count_if(runners.begin(), runners.end(), [&](const Runner& runner) {
        const Series& series = samples.series[runner.series];
        return series.blocks.empty() && series.absent_reason.empty();
    });
    if (left_out > 0 && !options.interrupted())
        set_note(samples, {.severity = Severity::warning,
                           .code = "sweep_cut",
                           .text = fmt::format("the budget of {} s left {} of {} points of the working-set "
                                               "sweep out: what it does not show is sized by what the "
                                               "system claims",
                                               plain(plan.budget_s), left_out, runners.size()),
                           .remedy = "give it more time (--budget), or a quieter machine"});
}

}  // namespace

void measure_sweep(Device& device, const Plan& plan, const Experiments& wanted, double start_s,
                   Samples& samples, const MeasureOptions& options) {
    const auto level = outermost(wanted);
    if (level && !is_sized(samples))
        run_sweep(device, plan, sweep_experiments(device.machine(), *level), start_s, samples, options);
}

void widen_sweep(Device& device, const Plan& plan, const Experiments& wanted, double start_s,
                 Samples& samples, const MeasureOptions& options) {
    const auto level = outermost(wanted);
    if (!level || *level < Level::L3 || is_sized(samples)) return;
    if (device.now() - start_s >= share_of_budget * plan.budget_s) return;
    run_sweep(device, plan, wider_sweep_experiments(device.machine()), start_s, samples, options);
}

}  // namespace mansard::kernels
