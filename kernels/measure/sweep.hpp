// The working-set sweep: loads and a chase over growing sets, to see where the memory levels end.
#pragma once

#include "kernels/measure/experiments.hpp"
#include "kernels/measure/round.hpp"

namespace mansard::kernels {

/// Measures into `samples` (phase sweep) what the levels of `wanted` need to be sized: up to far beyond the
/// outermost of them, nothing where none is wanted. It takes a quarter of the plan's budget at most; what is
/// left out then becomes a note, and the system's claims stand in. Like measure_rounds() it measures only
/// what `samples` does not hold yet, so that an interrupted measurement goes on where it stopped.
void measure_sweep(Device& device, const Plan& plan, const Experiments& wanted, double start_s,
                   Samples& samples, const MeasureOptions& options);

/// Goes on with larger sets (wider_sweep_experiments), for a DRAM set is only beyond a cache whose end has
/// been seen. Nothing where `wanted` has neither L3 nor DRAM, or where the sweep's time is over.
void widen_sweep(Device& device, const Plan& plan, const Experiments& wanted, double start_s,
                 Samples& samples, const MeasureOptions& options);

}  // namespace mansard::kernels
