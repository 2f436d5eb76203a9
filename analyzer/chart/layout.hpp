// The roofline chart of an analysis, laid out.
#pragma once

#include <cstddef>
#include <span>

#include "analyzer/analysis.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart {

inline constexpr double chart_width = 960;
inline constexpr Box plot_area{104, 66, chart_width - 20, 500};  ///< between the axes
/// Names stand on the chart up to this many points, numbers with a list below it beyond.
inline constexpr std::size_t most_named_points = 12;
inline constexpr std::size_t most_numbered_points = 30;
/// Beyond this a point is one dot: the other levels' markers shrink and are no longer joined.
inline constexpr std::size_t most_detailed_points = 60;
/// More dots than this tell nothing more and only make the file large.
inline constexpr std::size_t most_points = 5000;

/// The points that a chart of the first `top` shows.
std::span<const PlacedPoint> shown_points(const Analysis& analysis, std::size_t top);

/// The chart of the first `top` points (their number is what `--top` says). Every coordinate lies within
/// width × height, which is finite for any input; points far from all others are arrows at the edge, and
/// those that have no place on logarithmic axes are listed below the chart.
Scene lay_out(const Analysis& analysis, std::size_t top, Extras extras = {});

}  // namespace mansard::analyzer::chart
