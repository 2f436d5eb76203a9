// What surrounds a plot in characters, whatever it shows: frame, axes, legend of the roofs, notes.
#pragma once

#include <string>
#include <vector>

#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/terminal.hpp"
#include "analyzer/chart/terminal_plot.hpp"

namespace mansard::analyzer::chart {

/// An empty plot as large as `style` allows; sets the drawing's scales to it, over its roofs and points.
TerminalPlot begin_terminal(Drawing& drawing, const TerminalStyle& style);

/// The plot in its frame, and a line for each roof below. No line is wider than the style's columns.
std::vector<std::string> finish_terminal(const TerminalPlot& plot, const Drawing& drawing,
                                         const TerminalStyle& style);

/// Which keys stand behind others, lie beyond the axes, and what has no place on them: a sentence each.
void add_place_notes(std::vector<std::string>& notes, const TerminalPlot& plot,
                     const std::vector<Unplotted>& unplotted);

}  // namespace mansard::analyzer::chart
