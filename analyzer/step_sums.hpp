// The steps of one profile, placed as its whole is: by what their own points need.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

#include "analyzer/placed_sum.hpp"

namespace mansard::analyzer {

/// Adds the placed points of steps up, by Point::step. A step then needs what its points need together, each
/// under the roofs of its own threads; one whose work is not that of its points (a profiler's own total)
/// stands by itself under the roofs of its threads.
class StepSums {
  public:
    /// A point that names no step is left out.
    void add(const PlacedPoint& placed);

    /// `step` is one of the steps, or the average of all of them, over its own time.
    PlacedPoint place(Point&& step, std::optional<Scope> scope, Placer& placer) const;

  private:
    std::map<std::string, PlacedSum, std::less<>> steps_{};
    PlacedSum all_{};
};

}  // namespace mansard::analyzer
