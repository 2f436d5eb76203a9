// The time of one call, and how sure it is.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "analyzer/analysis.hpp"
#include "core/statistics.hpp"

namespace mansard::analyzer {

struct Timing {
    Measured time{};        ///< s of one call, all positive
    bool repeated = false;  ///< the interval is that of a median
    /// Calls or repetitions that the range is of, where these are too few for a median's interval; 0: few,
    /// and nobody says how many; 1: it was measured once.
    double runs = 1;
};

/// Of several points that became one, together: `weights[i]` × their calls are over `calls` calls. A point's
/// time is the median of its calls where they were seen one by one, else its total ÷ its calls; of several
/// points the medians only if all have one. `single_run` is the relative uncertainty of what was measured
/// once, and the least of a few runs. Nothing where a point has no time.
std::optional<Timing> timing_of(std::span<const PlacedPoint* const> points, std::span<const double> weights,
                                double calls, double single_run);

/// "a side was measured once, ± 5 % assumed"; "" where both are repeated.
std::string doubt_words(const Timing& before, const Timing& after, double single_run);

}  // namespace mansard::analyzer
