// The protocol: search among variants, then final rounds of the survivors, interleaved and bounded in time
// (docs/method.md, "Rounds").
#pragma once

#include "core/sample.hpp"
#include "kernels/measure/device.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"
#include "kernels/measure/round.hpp"

namespace mansard::kernels {

/// An empty samples document for `device` and `plan`: fingerprint, environment, time of creation.
Samples start_samples(Device& device, const Plan& plan);

/// Measures `experiments` into `samples`: the search, then the final rounds, until every roof's interval is
/// precise enough, max_rounds are done, or the plan's budget (counted from start_s on the device's clock) is
/// spent. No block begins later than that, but one final block there is always; what a short budget leaves
/// out becomes a note. Only what `samples` does not hold yet is measured, so that an interrupted measurement
/// goes on where it stopped. Sets samples.complete unless it was interrupted.
void measure_rounds(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                    Samples& samples, const MeasureOptions& options);

/// The final rounds alone, for experiments whose search has been decided before.
void measure_again(Device& device, const Plan& plan, const Experiments& experiments, double start_s,
                   Samples& samples, const MeasureOptions& options);

}  // namespace mansard::kernels
