// The chart of a comparison in characters.
#pragma once

#include <cstddef>

#include "analyzer/chart/terminal.hpp"
#include "analyzer/compare/comparison.hpp"

namespace mansard::analyzer {

/// The first `top` pairs: a letter where a pair stands after the change, a line from where it stood before.
/// Keys are those of the first pairs, "-" for one that has no place.
chart::TerminalChart draw_terminal_comparison(const Comparison& comparison, std::size_t top,
                                              const chart::TerminalStyle& style);

}  // namespace mansard::analyzer
