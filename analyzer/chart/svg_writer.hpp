// A scene as SVG text.
#pragma once

#include <string>

#include "analyzer/chart/scene.hpp"

namespace mansard::analyzer::chart {

/// The <svg> element: the same bytes for the same scene, coordinates with at most two decimals, no scripts,
/// no references outside. Colours are attributes, classes stand beside them, so that it is complete alone and
/// a page around it can recolour it.
std::string to_svg(const Scene& scene);

}  // namespace mansard::analyzer::chart
