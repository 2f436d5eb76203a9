// A comparison for programs.
#pragma once

#include <string>

#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

/// The document of schema mansard.comparison/1.
std::string comparison_json(const Comparison& comparison);
/// One row for each pair; SI numbers, empty = not known.
std::string comparison_csv(const Comparison& comparison);

}  // namespace mansard::analyzer
