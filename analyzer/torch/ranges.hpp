// Ranges of hardware counters beside the kernels that they counted.
#pragma once

#include "analyzer/torch/events.hpp"

namespace mansard::analyzer::torch {

/// Sorts the devices' work by time, and gives kernels their counters where ranges and kernels are as many and
/// have the same names in the same order; ranges that fit no kernel are rejected, and counted in
/// `profile.records`. Where there are no kernels, ranges stand for them, without their times.
void join_ranges(Events& events, Profile& profile);

}  // namespace mansard::analyzer::torch
