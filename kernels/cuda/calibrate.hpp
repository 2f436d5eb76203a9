#pragma once

#include "kernels/measure/experiments.hpp"
#include "kernels/measure/rounds.hpp"

namespace mansard::kernels::cuda {

/// Measures `experiments` of `plan` (its part for GPUs) into `samples`, then the roofs under other
/// conditions: zeros in rounds like the first, loops of seconds one after another, each heated first. The
/// budget counts from `start_s` and is shared out among the three. `keep` cuts the later experiments down to
/// what was asked for.
void measure(Device& device, const Plan& plan, const Gpu& gpu, const Experiments& experiments, double start_s,
             Samples& samples, const MeasureOptions& options, const std::function<void(Experiments&)>& keep);

}  // namespace mansard::kernels::cuda
