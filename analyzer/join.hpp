// Profiles of one program that complete each other: one counted its work, another took its time.
#pragma once

#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// Joins the GPU kernels' counts (Nsight Compute, nvprof --metrics) with times of the same kernels in a run
/// without counters (Nsight Systems, nvprof): by normalised name, grid and block, by name where one of the
/// profiles has no grids. Counting slows kernels down, so the time of the other run is taken, and the counts
/// per call are multiplied by its calls. The joined profile takes the place of the timed one; what has no
/// partner is listed: times without counts stay points, counts without a time are rejected. Profiles that do
/// not complete each other stay as they are.
void join_counts_and_times(std::vector<Profile>& profiles);

}  // namespace mansard::analyzer
