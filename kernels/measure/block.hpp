// One block: trials between two clock readings, run as a Google Benchmark.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/sample.hpp"
#include "kernels/measure/device.hpp"

namespace mansard::kernels {

/// A block to be run, and where it goes.
struct Job {
    const Experiment* experiment = nullptr;
    Series* series = nullptr;
    Phase phase = Phase::final;
    int round = 0;
    int trials = 10;
    bool verify = true;
    bool repeats = false;  ///< it takes the place of the series' last block, which was not steady
};

/// Runs the jobs one after another through benchmark::RunSpecifiedBenchmarks with manual time. Each ends as a
/// block of its series, or as the series' absent_reason where the experiment cannot be measured.
class BlockRunner {
  public:
    struct Options {
        double trial_s = 0.002;
        int long_trials = 3;  ///< where a trial takes longer than long_trial_s
        double long_trial_s = 0.004;
        double start_s = 0;  ///< the device's now() when the measurement began
        std::function<bool()> interrupted = [] { return false; };
    };
    BlockRunner(Device& device, Options options) : device_(device), options_(std::move(options)) {}

    /// Runs the jobs in order; an unsteady block (is_steady) is measured again, at most twice, and the last
    /// one counts. Stops early when interrupted.
    void run(std::vector<Job> jobs);

  private:
    std::vector<Job> run_once(const std::vector<Job>& jobs);

    Device& device_;
    Options options_;
};

}  // namespace mansard::kernels
