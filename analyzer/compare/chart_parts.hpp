// The parts of a comparison's chart: what stands between the axes, and what is listed below.
#pragma once

#include <optional>

#include "analyzer/compare/chart_pairs.hpp"

namespace mansard::analyzer {

/// Arrows and dots, and how they are named: with names and verdicts where there are few, else by number.
void draw_pairs(chart::Drawing& drawing, const ComparisonPoints& points);
void label_pairs(chart::Drawing& drawing, const ComparisonPoints& points);
/// Everything below the chart; makes the scene as high as it needs.
void draw_comparison_legend(chart::Drawing& drawing, const ComparisonPoints& points,
                            const Comparison& comparison);

/// The part of a pair's way at one level, from before to after, that lies between the axes; nothing if none
/// does.
std::optional<chart::Line> way_of(const chart::Drawing& drawing, const ChartPair& pair,
                                  const PairMarker& marker);

}  // namespace mansard::analyzer
