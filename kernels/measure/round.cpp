#include "kernels/measure/round.hpp"

#include <algorithm>

#include "kernels/measure/company.hpp"

namespace mansard::kernels {
namespace {

/// Sets up to this size are verified after every block, larger ones (whose check costs as much as a block)
/// once per phase.
constexpr std::size_t always_verified_bytes = std::size_t{16} << 20;

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

}  // namespace

bool is_series_of(const Series& series, const Experiment& experiment) {
    if (series.target != experiment.target || series.kernel != experiment.kernel_name()) return false;
    // A series asks for a set until its first block, and then has what the kernel made of it.
    const auto has = [&](std::size_t bytes) {
        return series.working_set_bytes == static_cast<double>(bytes);
    };
    return has(experiment.set_bytes) ||
           has(bytes_per_thread(experiment) * static_cast<std::size_t>(experiment.target.threads));
}

std::vector<Runner> runners_for(std::span<const Experiment> experiments, Samples& samples) {
    std::vector<Runner> runners;
    for (const Experiment& experiment : experiments) {
        const auto found =
            std::find_if(samples.series.begin(), samples.series.end(),
                         [&](const Series& series) { return is_series_of(series, experiment); });
        const auto index = static_cast<std::size_t>(found - samples.series.begin());
        if (found == samples.series.end()) samples.series.push_back(series_for(experiment));
        runners.push_back({&experiment, index});
    }
    return runners;
}

std::vector<Runner> rotated(std::vector<Runner> runners, int round, int rounds) {
    if (runners.empty()) return runners;
    const std::size_t offset =
        runners.size() * static_cast<std::size_t>(round) / static_cast<std::size_t>(rounds);
    std::rotate(runners.begin(), runners.begin() + static_cast<std::ptrdiff_t>(offset % runners.size()),
                runners.end());
    return runners;
}

BlockRunner::Options block_options(const Plan& plan, double start_s, const MeasureOptions& options,
                                   double deadline_s) {
    return {.trial_s = plan.trial_s,
            .long_trials = plan.long_trials,
            .long_trial_s = plan.long_trial_s,
            .start_s = start_s,
            .deadline_s = deadline_s,
            .interrupted = options.interrupted};
}

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

std::vector<double> rates(const Series& series, Phase phase) {
    std::vector<double> out;
    for (const Block& block : series.blocks)
        if (block.phase == phase && !block.repeated) out.push_back(block_rate(series, block));
    return out;
}

void set_note(Samples& samples, Note note) {
    std::erase_if(samples.notes, [&](const Note& other) { return other.code == note.code; });
    samples.notes.push_back(std::move(note));
}

void finish(Device& device, double start_s, Samples& samples) {
    samples.after = device.environment();
    note_company(device.company(), samples);
    samples.seconds = device.now() - start_s;
}

}  // namespace mansard::kernels
