#include "kernels/measure/block.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/error.hpp"

namespace mansard::kernels {
namespace {

constexpr int most_repeats = 2;

/// A block while it is being measured: the benchmark's body fills it, the reporter files it.
struct Open {
    Job job;
    Block block;
    bool measured = false;
    std::string refused{};  ///< why the device cannot measure it
};

/// Files finished blocks into their series. The library's own reporters print; this one only collects,
/// because the library hands reporters the mean of a run and we keep every trial.
class Collector : public benchmark::BenchmarkReporter {
  public:
    explicit Collector(std::map<std::string, Open>& open) : open_(open) {}

    bool ReportContext(const Context&) override { return true; }
    void ReportRuns(const std::vector<Run>& runs) override {
        for (const Run& run : runs) {
            const auto found = open_.find(run.run_name.function_name);
            if (found == open_.end()) continue;
            Open& open = found->second;
            if (!open.refused.empty()) open.job.series->absent_reason = open.refused;
            if (!open.measured || run.error_occurred) continue;
            std::vector<Block>& blocks = open.job.series->blocks;
            // Only now that there is a successor: a repeat that is interrupted leaves the block that there
            // is.
            if (open.job.repeats) blocks.back().repeated = true;
            blocks.push_back(open.block);
        }
    }

  private:
    std::map<std::string, Open>& open_;
};

double difference(const std::optional<double>& after, const std::optional<double>& before) {
    return after && before && *after > *before ? *after - *before : 0;
}

/// To the nanosecond, which is what the clocks tell: shorter in files.
double rounded(double seconds) {
    return std::round(std::max(0.0, seconds) * 1e9) * 1e-9;
}

void measure_block(benchmark::State& state, Device& device, const BlockRunner::Options& options, Open& open) {
    const Job& job = open.job;
    Block& block = open.block;
    if (const auto reason = device.load(*job.experiment, options.trial_s)) {
        open.refused = *reason;
        state.SkipWithError(reason->c_str());
        return;
    }
    block.phase = job.phase;
    block.round = job.round;
    const Environment before = device.environment();
    block.clock_hz_before = device.clock_hz();
    block.at_s = device.now() - options.start_s;
    double shortest = std::numeric_limits<double>::infinity();
    for (auto _ : state) {
        // The library wants all its iterations; where one pass is long, the later ones repeat the last time.
        // The shortest trial tells: one that was held up is no long pass.
        const bool enough =
            static_cast<int>(block.seconds.size()) >= options.long_trials && shortest > options.long_trial_s;
        if (!enough) {
            block.seconds.push_back(device.trial());
            shortest = std::min(shortest, block.seconds.back());
            if (const auto waited = device.trial_waited_s()) block.waits.push_back(rounded(*waited));
        }
        state.SetIterationTime(block.seconds.back());
    }
    block.elements = device.elements();
    block.clock_hz_after = device.clock_hz();
    const Environment after = device.environment();
    block.steal_s = difference(after.steal_s, before.steal_s);
    block.throttled_s = difference(after.throttled_s, before.throttled_s);
    if (after.involuntary_switches && before.involuntary_switches)
        block.involuntary_switches = *after.involuntary_switches - *before.involuntary_switches;
    block.waited_s = difference(after.waited_s, before.waited_s);
    block.gpu = after.gpu;
    if (job.verify) block.faults = device.verify();
    job.series->working_set_bytes = device.working_set_bytes();
    // Of a resumed measurement the worse part counts.
    const double huge = device.huge_page_fraction();
    job.series->huge_page_fraction =
        job.series->blocks.empty() ? huge : std::min(huge, job.series->huge_page_fraction);
    open.measured = true;
}

/// A device that fails while it works (a fault of a kernel) spoils its own roof and no other.
void measure(benchmark::State& state, Device& device, const BlockRunner::Options& options, Open& open) {
    try {
        measure_block(state, device, options, open);
    } catch (const Error& error) {
        open.refused = error.what();
        state.SkipWithError(error.what());
    }
}

/// A loop of seconds is meant to meet the power cap: what the GPU says of it is listed and is no disturbance.
bool bears_repeating(const Open& open) {
    const auto condition = open.job.experiment->target.condition;
    return open.measured && !is_valid(open.block) && condition != Condition::sustained &&
           condition != Condition::sustained_zeros;
}

}  // namespace

std::vector<Job> BlockRunner::run_once(const std::vector<Job>& jobs) {
    std::map<std::string, Open> open;
    benchmark::ClearRegisteredBenchmarks();
    for (const Job& job : jobs) {
        const std::string name = job.experiment->name();
        Open& entry = open[name];
        entry.job = job;
        benchmark::RegisterBenchmark(name.c_str(),
                                     [this, &entry](benchmark::State& state) {
                                         if (is_over())
                                             state.SkipWithError("interrupted, or out of time");
                                         else
                                             measure(state, device_, options_, entry);
                                     })
            ->Iterations(job.trials)
            ->Repetitions(1)
            ->UseManualTime();
    }
    Collector collector(open);
    benchmark::RunSpecifiedBenchmarks(&collector, std::string("."));
    benchmark::ClearRegisteredBenchmarks();
    std::vector<Job> invalid;
    for (auto& [name, entry] : open)
        if (bears_repeating(entry)) invalid.push_back(entry.job);
    return invalid;
}

bool BlockRunner::is_over() const {
    return options_.interrupted() || device_.now() - options_.start_s >= options_.deadline_s;
}

void BlockRunner::run(std::vector<Job> jobs) {
    for (int attempt = 0; attempt <= most_repeats && !jobs.empty() && !is_over(); ++attempt) {
        jobs = run_once(jobs);
        for (Job& job : jobs) job.repeats = true;
    }
}

}  // namespace mansard::kernels
