// The clock that a profile ran at against the clock that the roofs were measured at.
#pragma once

#include <vector>

#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

/// Profilers lock clocks, often far below what a calibration runs at, and roofs that the core clock drives
/// (arithmetic, L1, shared memory) are proportional to it. Returns a note where the two differ by more than
/// 3 %; with `rescale` these roofs are multiplied by the ratio, and the note says so, or that there was
/// nothing to rescale. Profiles without a clock and roofs without one are left alone.
std::vector<Note> compare_clocks(const std::vector<Profile>& profiles, ceilings::Ceilings& ceilings,
                                 bool rescale);

}  // namespace mansard::analyzer
