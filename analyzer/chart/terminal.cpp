#include "analyzer/chart/terminal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/advice.hpp"
#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/terminal_frame.hpp"
#include "analyzer/chart/terminal_plot.hpp"
#include "analyzer/chart/text.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer::chart {
namespace {

std::vector<std::string> notes_of(const TerminalPlot& plot, const Drawing& drawing) {
    std::vector<std::string> notes;
    if (!drawing.points.plotted.empty())
        notes.emplace_back(
            "A letter is a point of the table below, at its intensity in the level that bounds it (without a "
            "bound: the nearest, or the outermost level).");
    add_place_notes(notes, plot, drawing.points.unplotted);
    notes.insert(notes.end(), drawing.notes.begin(), drawing.notes.end());
    for (std::string& note : notes) note = for_terminal(note, plot.unicode);
    return notes;
}

}  // namespace

TerminalChart draw_terminal(const Analysis& analysis, std::size_t top, const TerminalStyle& style,
                            Extras extras) {
    const std::span<const PlacedPoint> shown = shown_points(analysis, top);
    Drawing drawing{.roofs = select_roofs(analysis, shown, extras),
                    .points = place_points(shown),
                    .notes = undrawn(analysis, shown, extras),
                    .board = LabelBoard({})};
    TerminalPlot plot = begin_terminal(drawing, style);
    plot_roofs(plot, drawing);
    if (extras.ridges) plot_ridges(plot, drawing, select_ridges(analysis, drawing.roofs));
    plot_points(plot, drawing);
    plot_names(plot, drawing);

    TerminalChart out{.lines = finish_terminal(plot, drawing, style), .notes = notes_of(plot, drawing)};
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const auto key = plot.keys.find(i + 1);
        out.keys.push_back(key == plot.keys.end() ? "-" : key->second);
    }
    return out;
}

}  // namespace mansard::analyzer::chart
