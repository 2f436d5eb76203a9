// The measured way around a ridge, between its samples.
#pragma once

#include <optional>
#include <vector>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// The ridges of one number of cores.
class Ridges {
  public:
    /// `threads`: how many cores work; nothing is every core of the device. Samples that are suspect are left
    /// out.
    Ridges(const Ceilings& ceilings, std::optional<int> threads);

    bool empty() const { return lines_.empty(); }
    /// FLOP/s that loads and FMA of `dtype` reach together at `intensity` FLOP/B of `level`: between the two
    /// nearest samples, straight in logarithms. Nothing outside of the samples.
    std::optional<double> rate(Level level, Dtype dtype, double intensity) const;

  private:
    struct Sample {
        double intensity = 0, value = 0;
    };
    struct Line {
        Level level{};
        Dtype dtype{};
        std::vector<Sample> samples{};  ///< by intensity
    };
    std::vector<Line> lines_{};
};

/// Whether any ridge was measured, of whatever cores.
bool has_ridges(const Ceilings& ceilings);

}  // namespace mansard::ceilings
