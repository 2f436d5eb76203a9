// The peaks that a profile declares for one core of its device. They come from a datasheet: what bounds an
// operation by them is the profiler's own verdict, never ours.
#pragma once

#include <optional>
#include <string>

#include "analyzer/xprof/op.hpp"
#include "analyzer/xprof/plane.hpp"

namespace mansard::analyzer::xprof {

/// FLOP/s and B/s.
struct Peaks {
    std::optional<double> flops{}, hbm{}, cmem_read{}, cmem_write{}, vmem_read{}, vmem_write{}, l1{};
};

/// Those of a raw profile's core, or of its GPU.
Peaks peaks_of(const Plane& plane);

/// Notes them, beginning with `words`; without any there is no note.
void note_peaks(const Peaks& peaks, const std::string& words, Profile& profile);

/// What XProf calls the operation's bound: the resource with the largest share of its peak. Empty where there
/// is no peak for arithmetic, or nothing to compare with it.
std::string bound_by(const Op& op, const Peaks& peaks);

}  // namespace mansard::analyzer::xprof
