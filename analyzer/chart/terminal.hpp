// The roofline chart in characters, for a terminal at the far end of a line.
#pragma once

#include <string>
#include <vector>

#include "analyzer/chart/roofs.hpp"

namespace mansard::analyzer::chart {

inline constexpr std::size_t terminal_columns = 80, fewest_terminal_columns = 40, most_terminal_columns = 160;

struct TerminalStyle {
    std::size_t columns = terminal_columns;  ///< kept within fewest … most_terminal_columns
    bool unicode = true;                     ///< Braille lines and box drawing; else ASCII alone
    bool color = false;
};

struct TerminalChart {
    std::vector<std::string> lines{};  ///< chart and legend, none wider than the columns
    std::vector<std::string>
        notes{};  ///< how to read it and what it does not show: sentences, not yet wrapped
    /// What stands for each of the first points: a letter; a sign that several share, past the alphabet; "-"
    /// for one that has no place.
    std::vector<std::string> keys{};
};

/// The chart of the first `top` points. A letter stands at the intensity of the level that bounds its point.
TerminalChart draw_terminal(const Analysis& analysis, std::size_t top, const TerminalStyle& style,
                            Extras extras = {});

}  // namespace mansard::analyzer::chart
