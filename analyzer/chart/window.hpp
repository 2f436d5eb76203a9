// Which part of an axis a chart shows, where a few values lie decades away from all others.
#pragma once

#include <vector>

#include "analyzer/chart/scale.hpp"

namespace mansard::analyzer::chart {

/// An axis of six decades is still read with ease; of twelve, no more than where things lie.
inline constexpr double usual_decades = 6, most_decades = 12;

/// Values that want to be on an axis.
struct Wanted {
    Extent needed{};              ///< always: the ridges or roofs
    std::vector<double> mains{};  ///< one for each point; those that have no logarithm do not count
    std::vector<double> sides{};  ///< its other levels: what is shown of them comes after all mains
};

/// The stretch with `needed`, of at most usual_decades, that holds most of the mains, then most of the sides,
/// then is shortest. If that holds less than half of the mains, the same with most_decades. What is left
/// outside belongs at the edge of the chart.
Extent window(const Wanted& wanted);

}  // namespace mansard::analyzer::chart
