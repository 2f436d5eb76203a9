#include "kernels/measure/rounds.hpp"

#include <algorithm>

#include "core/statistics.hpp"
#include "core/version.hpp"

namespace mansard::kernels {
namespace {

/// Sets up to this size are verified after every block, larger ones (whose check costs as much as a block)
/// once per phase.
constexpr std::size_t always_verified_bytes = std::size_t{16} << 20;

/// Ctrl-C must not wait for the end of a pause.
constexpr double longest_pause_s = 0.1;

Series series_for(const Experiment& experiment) {
    const KernelDesc& kernel = *experiment.kernel;
    return {.target = experiment.target,
            .kernel = experiment.kernel_name(),
            .variant = experiment.variant(),
            .instruction = std::string(kernel.instruction),
            .work = kernel.work,
            .working_set_bytes = static_cast<double>(experiment.set_bytes)};
}

bool has_block(const Series& series, Phase phase, int round) {
    return std::any_of(series.blocks.begin(), series.blocks.end(), [&](const Block& block) {
        return block.phase == phase && block.round == round && !block.repeated;
    });
}

/// An experiment and its series, by position: series move when the list grows.
struct Runner {
    const Experiment* experiment = nullptr;
    std::size_t series = 0;
};

/// The experiment with the series that the samples have for it (a resumed measurement), or a new one.
Runner runner_for(const Experiment& experiment, Samples& samples) {
    const auto found = std::find_if(samples.series.begin(), samples.series.end(),
                                    [&](const Series& series) { return is_series_of(series, experiment); });
    const auto index = static_cast<std::size_t>(found - samples.series.begin());
    if (found == samples.series.end()) samples.series.push_back(series_for(experiment));
    return {&experiment, index};
}

void add_absent(const Absent& absent, Samples& samples) {
    const bool known = std::any_of(samples.series.begin(), samples.series.end(), [&](const Series& series) {
        return series.target == absent.target && series.kernel == absent.kernel && series.blocks.empty();
    });
    if (!known)
        samples.series.push_back(
            {.target = absent.target, .kernel = absent.kernel, .absent_reason = absent.reason});
}

Job job_for(const Runner& runner, Samples& samples, Phase phase, int round, int trials) {
    Series& series = samples.series[runner.series];
    const bool first = std::none_of(series.blocks.begin(), series.blocks.end(),
                                    [phase](const Block& block) { return block.phase == phase; });
    return {.experiment = runner.experiment,
            .series = &series,
            .phase = phase,
            .round = round,
            .trials = trials,
            .verify = first || runner.experiment->set_bytes <= always_verified_bytes};
}

std::vector<double> rates(const Series& series, Phase phase) {
    std::vector<double> out;
    for (const Block& block : series.blocks)
        if (block.phase == phase && !block.repeated) out.push_back(block_rate(series, block));
    return out;
}

/// Of each roof's variants, those whose best search block ranks among the first `count`. A second set size of
/// one roof is a check of the first, no rival: each size has its own.
std::vector<Runner> finalists(const std::vector<Runner>& runners, const Samples& samples, int count) {
    std::vector<Runner> chosen;
    std::vector<std::vector<std::pair<double, Runner>>> groups;
    std::vector<std::pair<Target, std::size_t>> contested;
    for (const Runner& runner : runners) {
        const Series& series = samples.series[runner.series];
        const std::vector<double> found = rates(series, Phase::search);
        if (found.empty()) continue;
        const bool latency = series.target.kind == Kind::latency;
        const double best = latency ? -*std::min_element(found.begin(), found.end())
                                    : *std::max_element(found.begin(), found.end());
        const std::pair contest{series.target, runner.experiment->set_bytes};
        const auto at = std::find(contested.begin(), contested.end(), contest);
        const auto index = static_cast<std::size_t>(at - contested.begin());
        if (at == contested.end()) contested.push_back(contest), groups.emplace_back();
        groups[index].emplace_back(best, runner);
    }
    for (auto& group : groups) {
        std::stable_sort(group.begin(), group.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        for (std::size_t i = 0; i < group.size() && i < static_cast<std::size_t>(count); ++i)
            chosen.push_back(group[i].second);
    }
    return chosen;
}

/// Whether the interval of the series' value is within ± precision of it.
bool is_precise(const Series& series, double precision) {
    const double p = series.target.kind == Kind::latency ? 0.25 : 0.75;
    const std::vector<double> found = rates(series, Phase::final);
    if (found.empty()) return false;
    const auto interval = quantile_interval(found, p);
    const double value = quantile(found, p);
    return interval && interval->high - value <= precision * value &&
           value - interval->low <= precision * value;
}

/// Round `round` starts elsewhere in the list: no kernel always runs behind the same one or at the same
/// distance from the start of a round.
std::vector<Runner> rotated(std::vector<Runner> runners, int round, int rounds) {
    if (runners.empty()) return runners;
    const std::size_t offset =
        runners.size() * static_cast<std::size_t>(round) / static_cast<std::size_t>(rounds);
    std::rotate(runners.begin(), runners.begin() + static_cast<std::ptrdiff_t>(offset % runners.size()),
                runners.end());
    return runners;
}

BlockRunner::Options block_options(const Plan& plan, double start_s, const MeasureOptions& options) {
    return {.trial_s = plan.trial_s,
            .long_trials = plan.long_trials,
            .long_trial_s = plan.long_trial_s,
            .start_s = start_s,
            .interrupted = options.interrupted};
}

/// Runs what the round still lacks; whether there was anything.
bool run_round(BlockRunner& blocks, const std::vector<Runner>& runners, Samples& samples, Phase phase,
               int round, int trials) {
    std::vector<Job> jobs;
    for (const Runner& runner : runners) {
        const Series& series = samples.series[runner.series];
        if (series.absent_reason.empty() && !has_block(series, phase, round))
            jobs.push_back(job_for(runner, samples, phase, round, trials));
    }
    const bool any = !jobs.empty();
    blocks.run(std::move(jobs));
    return any;
}

/// When the first of the final blocks was measured; nothing if none was.
std::optional<double> first_final(const Samples& samples) {
    std::optional<double> first;
    for (const Series& series : samples.series)
        for (const Block& block : series.blocks)
            if (block.phase == Phase::final && (!first || block.at_s < *first)) first = block.at_s;
    return first;
}

void finish(Device& device, double start_s, Samples& samples) {
    samples.after = device.environment();
    samples.seconds = device.now() - start_s;
}

/// The final rounds of `survivors`. Rounds that a resumed measurement has behind it pass without a block.
void run_finals(Device& device, const Plan& plan, std::vector<Runner> survivors, double start_s,
                Samples& samples, const MeasureOptions& options) {
    BlockRunner blocks(device, block_options(plan, start_s, options));
    const auto spent = [&] { return device.now() - start_s; };
    const double search_ended = first_final(samples).value_or(spent());
    const double expected_rounds = plan.search_rounds + plan.max_rounds;
    double longest_round = 0;
    for (int round = 0; round < plan.max_rounds && !survivors.empty() && !options.interrupted(); ++round) {
        // A round that would end beyond the budget is not begun, but one there must be.
        if (round > 0 && spent() + longest_round > plan.budget_s) break;
        const double began = spent();
        const bool ran = run_round(blocks, rotated(survivors, round, plan.max_rounds), samples, Phase::final,
                                   round, plan.trials);
        longest_round = std::max(longest_round, spent() - began);
        if (round + 1 >= plan.min_rounds && spent() - search_ended >= plan.spread_s)
            std::erase_if(survivors, [&](const Runner& runner) {
                return is_precise(samples.series[runner.series], plan.precision);
            });
        if (!ran) continue;
        finish(device, start_s, samples);
        options.on_round(samples, (plan.search_rounds + round + 1) / expected_rounds);
        if (round + 1 >= plan.min_rounds || options.interrupted()) continue;
        // Few roofs (a filter) are done fast: wait, so that the rounds still see the machine at different
        // times. The last of min_rounds begins after spread_s, or as late as the budget lets it end.
        const double spread = std::min(plan.spread_s, plan.budget_s - 2 * longest_round - search_ended);
        const double due = search_ended + spread * (round + 1) / (plan.min_rounds - 1);
        for (double left = due - spent(); left > 1e-3 && !options.interrupted(); left = due - spent())
            device.pause(std::min(left, longest_pause_s));
    }
    samples.complete = !options.interrupted();
    finish(device, start_s, samples);
}

}  // namespace

Samples start_samples(Device& device, const Plan& plan) {
    return {.tool_version = std::string(version()),
            .created = utc_now(),
            .plan = plan.name,
            .machine = device.machine(),
            .before = device.environment(),
            .after = device.environment()};
}

bool is_series_of(const Series& series, const Experiment& experiment) {
    if (series.target != experiment.target || series.kernel != experiment.kernel_name()) return false;
    // A series asks for a set until its first block, and then has what the kernel made of it.
    const auto has = [&](std::size_t bytes) {
        return series.working_set_bytes == static_cast<double>(bytes);
    };
    return has(experiment.set_bytes) ||
           has(bytes_per_thread(experiment) * static_cast<std::size_t>(experiment.target.threads));
}

void measure_sweep(Device& device, const Plan& plan, double start_s, Samples& samples,
                   const MeasureOptions& options) {
    constexpr int passes = 2;  // apart in time: one bad moment must not bend the curve
    const std::vector<Experiment> sweep = sweep_experiments(device.machine());
    std::vector<Runner> runners;
    for (const Experiment& experiment : sweep) runners.push_back(runner_for(experiment, samples));
    BlockRunner blocks(device, block_options(plan, start_s, options));
    for (int pass = 0; pass < passes; ++pass) {
        if (!run_round(blocks, runners, samples, Phase::sweep, pass, plan.search_trials)) continue;
        finish(device, start_s, samples);
        options.on_round(samples, 0);
    }
}

void measure_rounds(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                    Samples& samples, const MeasureOptions& options) {
    for (const Absent& absent : experiments.absent) add_absent(absent, samples);
    std::vector<Runner> runners;
    for (const Experiment& experiment : experiments.wanted)
        runners.push_back(runner_for(experiment, samples));
    BlockRunner blocks(device, block_options(plan, start_s, options));
    const double expected_rounds = plan.search_rounds + plan.max_rounds;
    for (int round = 0; round < plan.search_rounds && !options.interrupted(); ++round) {
        if (!run_round(blocks, rotated(runners, round, plan.search_rounds), samples, Phase::search, round,
                       plan.search_trials))
            continue;
        finish(device, start_s, samples);
        options.on_round(samples, (round + 1) / expected_rounds);
    }
    run_finals(device, plan, finalists(runners, samples, plan.finalists), start_s, samples, options);
}

void measure_again(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                   Samples& samples, const MeasureOptions& options) {
    for (const Absent& absent : experiments.absent) add_absent(absent, samples);
    std::vector<Runner> runners;
    for (const Experiment& experiment : experiments.wanted)
        runners.push_back(runner_for(experiment, samples));
    run_finals(device, plan, std::move(runners), start_s, samples, options);
}

}  // namespace mansard::kernels
