// A comparison as people and programs read it.
#pragma once

#include <string>

#include "analyzer/compare/comparison.hpp"
#include "ceilings/show.hpp"

namespace mansard::analyzer {

/// Text and Markdown: the whole, a table of the pairs, each verdict with its reason, expectations,
/// predictions, what has no partner, notes. csv: one row for each pair, SI numbers. json: schema
/// mansard.comparison/1. `top`: pairs in text and Markdown, the longest before.
std::string show_comparison(const Comparison& comparison, ceilings::Format format, std::size_t top);

}  // namespace mansard::analyzer
