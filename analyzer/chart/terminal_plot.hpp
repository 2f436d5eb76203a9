// What lies between the axes of a chart in characters: roofs, letters, names.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/raster.hpp"

namespace mansard::analyzer::chart {

struct TerminalPlot {
    Raster raster;
    bool unicode = true;
    std::size_t margin = 0;  ///< columns left of it: labels of the axis and the frame
    /// Arrows on the frame, by row or column.
    std::map<int, bool> left{}, right{}, top{}, bottom{};
    std::map<std::size_t, std::string> keys{};  ///< by the point's number
    std::vector<std::string> beyond{};          ///< keys of points beyond the axes
    /// Keys of points that stand where another one, the first, stands already.
    std::map<std::pair<int, int>, std::vector<std::string>> places{};
};

/// Letters for the first points, one sign for all others.
std::string terminal_key(std::size_t index, bool unicode);
Pen pen_of(const ChartRoof& roof, bool unicode);
std::string_view terminal_color(const ChartRoof& roof);
/// SGR parameters of the terminal's colour that is most like a hue, by the hue's class; "" for ink.
std::string_view terminal_color(std::string_view css);
std::string_view bold_terminal_color(std::string_view css);
/// Marks the frame where something lies beyond the axes; `column` and `row` are the nearest cell.
void mark_arrows(TerminalPlot& plot, const Beyond& beyond, int column, int row);

/// In this order: what is put first keeps its cell. `drawing`'s scales must reach from edge to edge of the
/// raster's dots.
void plot_roofs(TerminalPlot& plot, const Drawing& drawing);
void plot_ridges(TerminalPlot& plot, const Drawing& drawing, const std::vector<ChartRidge>& ridges);
void plot_points(TerminalPlot& plot, const Drawing& drawing);
void plot_names(TerminalPlot& plot, const Drawing& drawing);

/// `text` with nothing but ASCII in it: "..." for "…", and "?" for what has no such likeness.
std::string ascii(std::string_view text);
/// The same where there is no Unicode.
inline std::string for_terminal(std::string_view text, bool unicode) {
    return unicode ? std::string(text) : ascii(text);
}

}  // namespace mansard::analyzer::chart
