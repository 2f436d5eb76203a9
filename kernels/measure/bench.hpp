#pragma once

#include <string>
#include <vector>

#include "kernels/measure/device.hpp"
#include "kernels/measure/experiments.hpp"

namespace mansard::kernels {

/// Registers every experiment with Google Benchmark under its name and runs them as the --benchmark_… flags
/// in `arguments` say (filter, repetitions, min_time, out, format). Manual time per trial; counters FLOPS,
/// bytes_per_second or seconds_per_step by kind, clock_hz as measured before. Returns how many ran.
/// Throws Error{usage} for a flag that the library does not know.
std::size_t run_bench(Device& device, const std::vector<Experiment>& experiments, double trial_s,
                      std::vector<std::string> arguments);

}  // namespace mansard::kernels
