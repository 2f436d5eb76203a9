#include "kernels/cuda/calibrate.hpp"

#include <algorithm>

#include "core/version.hpp"
#include "kernels/cuda/plan.hpp"

namespace mansard::kernels::cuda {
namespace {

// Shares of the budget at which the first rounds and those of zeros must be through.
constexpr double ordinary_share = 0.55, zeros_share = 0.65;
/// A loop of seconds is cut into blocks, one after another without a pause: together two seconds and more.
constexpr double sustained_trial_s = 0.08;
constexpr int sustained_trials = 2;

Plan within(Plan plan, double share) {
    plan.budget_s *= share;
    plan.spread_s = std::min(plan.spread_s, plan.budget_s / 2);
    return plan;
}

}  // namespace

void measure(Device& device, const Plan& plan, const Gpu& gpu, const Experiments& experiments, double start_s,
             Samples& samples, const MeasureOptions& options, const std::function<void(Experiments&)>& keep) {
    measure_rounds(device, within(plan, ordinary_share), experiments, start_s, samples, options);
    if (options.interrupted()) return;
    samples.complete = false;  // until the last of the parts is
    Experiments zeros = plan_condition(plan, gpu, Condition::zeros, samples);
    keep(zeros);
    measure_again(device, within(plan, zeros_share), zeros, start_s, samples, options);
    const bool done = samples.complete;
    samples.complete = false;
    Plan sustained = plan;
    sustained.trial_s = sustained_trial_s;
    sustained.trials = sustained_trials;
    sustained.long_trials = sustained_trials;
    sustained.max_rounds = std::max(plan.max_rounds, 13);
    sustained.min_rounds = 13;
    // Every block counts: what is sustained is not what is best.
    sustained.spread_s = 0;
    for (const Condition condition : {Condition::sustained, Condition::sustained_zeros}) {
        Experiments hot = plan_condition(plan, gpu, condition, samples);
        keep(hot);
        // Those that there is nothing to measure of.
        measure_again(device, sustained, {.wanted = {}, .absent = hot.absent}, start_s, samples, options);
        for (const Experiment& experiment : hot.wanted) {
            samples.complete = false;
            if (options.interrupted()) return;
            Experiments one;
            // Rounds of one experiment: nothing else runs between its blocks, so it stays hot.
            if (device.now() - start_s < plan.budget_s)
                one.wanted.push_back(experiment);
            else
                one.absent.push_back({experiment.target, kernel_name(*experiment.kernel),
                                      "not measured: the plan's time was spent"});
            measure_again(device, sustained, one, start_s, samples, options);
        }
    }
    samples.complete = done && !options.interrupted();
}

}  // namespace mansard::kernels::cuda
