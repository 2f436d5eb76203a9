// A comparison as people read it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/compare/comparison.hpp"
#include "ceilings/table.hpp"

namespace mansard::analyzer {

/// What the reports for reading have in common: a table of the `top` longest pairs, the bytes at each level,
/// each verdict with its reason, expectations, predictions, what has no partner, notes. `keys`: what stands
/// for each pair on a chart, if there is one.
std::vector<ceilings::Section> comparison_sections(const Comparison& comparison, std::size_t top,
                                                   std::span<const std::string> keys = {});

}  // namespace mansard::analyzer
