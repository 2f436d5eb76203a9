// Bandwidth against the bytes that each SM has requested at a time: what a kernel of few threads, or with few
// loads under way, reaches at best.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// The measured curve of one level.
class InFlightCurve {
  public:
    /// `device`: "cuda:0". Suspect and absent roofs are left out.
    InFlightCurve(const Ceilings& ceilings, Level level, const std::string& device);

    bool empty() const { return samples_.empty(); }
    /// B/s with `bytes` in flight on each SM: straight between the samples, in proportion below the first
    /// (each request waits as long as with few of them), the last one's beyond it. Nothing without samples.
    std::optional<double> at(double bytes) const;
    /// B/s of the last sample: the most that the curve shows.
    double most() const { return samples_.empty() ? 0 : samples_.back().value; }
    /// The fewest bytes in flight that reach `share` of most().
    double bytes_for(double share) const;

  private:
    struct Sample {
        double bytes = 0, value = 0;
    };
    std::vector<Sample> samples_{};  ///< by bytes; values never fall
};

}  // namespace mansard::ceilings
