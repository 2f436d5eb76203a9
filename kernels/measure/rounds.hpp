// The protocol: search among variants, then final rounds of the survivors, interleaved and bounded in time
// (docs/method.md, "Rounds").
#pragma once

#include <functional>

#include "core/sample.hpp"
#include "kernels/measure/block.hpp"
#include "kernels/measure/device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels {

struct MeasureOptions {
    std::function<bool()> interrupted = [] { return false; };
    /// Called after every round with everything so far: flush it, show progress. `fraction` of the work, 0
    /// … 1.
    std::function<void(const Samples& samples, double fraction)> on_round = [](const Samples&, double) {};
};

/// An empty samples document for `device` and `plan`: fingerprint, environment, time of creation.
Samples start_samples(Device& device, const Plan& plan);

/// Whether `series` is what `experiment` has measured: same roof, same kernel, same set.
bool is_series_of(const Series& series, const Experiment& experiment);

/// Measures the working-set sweep into `samples` (phase sweep). Like the other two it measures only what
/// `samples` does not hold yet, so that an interrupted measurement goes on where it stopped.
void measure_sweep(Device& device, const Plan& plan, double start_s, Samples& samples,
                   const MeasureOptions& options);

/// Measures `experiments` into `samples`: the search, then the final rounds, until every roof's interval is
/// precise enough, max_rounds are done, or the plan's budget (counted from start_s on the device's clock) is
/// spent. Sets samples.complete unless it was interrupted.
void measure_rounds(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                    Samples& samples, const MeasureOptions& options);

/// The final rounds alone, for experiments whose search has been decided before.
void measure_again(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                   Samples& samples, const MeasureOptions& options);

}  // namespace mansard::kernels
