// One block: trials between two clock readings, run as a Google Benchmark.
#pragma once

#include <functional>
#include <limits>
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
    bool repeats = false;  ///< it takes the place of the series' last block, which was not valid
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
        /// No block is begun later than this after the start.
        double deadline_s = std::numeric_limits<double>::infinity();
        std::function<bool()> interrupted = [] { return false; };
    };
    BlockRunner(Device& device, Options options) : device_(device), options_(std::move(options)) {}

    /// Runs the jobs in order; a block that is not valid (is_valid) is measured again, at most twice, and the
    /// last one counts. Stops early when interrupted, and at the deadline.
    void run(std::vector<Job> jobs);

  private:
    bool is_over() const;
    std::vector<Job> run_once(const std::vector<Job>& jobs);

    Device& device_;
    Options options_;
};

}  // namespace mansard::kernels
