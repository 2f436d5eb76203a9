#include "analyzer/compare/terminal_chart.hpp"

#include <map>

#include "analyzer/advice.hpp"
#include "analyzer/chart/terminal_frame.hpp"
#include "analyzer/compare/chart_parts.hpp"

namespace mansard::analyzer {
namespace {

using chart::Drawing;
using chart::TerminalPlot;

void mark_beyond(TerminalPlot& plot, const Drawing& drawing, double intensity, double rate) {
    mark_arrows(plot, beyond_axes(drawing, intensity, rate), plot.raster.column_at(drawing.x.at(intensity)),
                plot.raster.row_at(drawing.y.at(rate)));
}

void plot_ways(TerminalPlot& plot, const Drawing& drawing, const ComparisonPoints& points) {
    for (const ChartPair& pair : points.pairs) {
        const PairMarker& main = pair.markers[pair.main];
        if (const auto way = way_of(drawing, pair, main))
            plot.raster.draw(*way, {.color = chart::terminal_color(pair.verdict->hue.css), .mark = '*'});
        mark_beyond(plot, drawing, main.before, pair.rate_before);
    }
}

/// What is put first keeps its cell: letters, then where they came from, then lone points.
void plot_dots(TerminalPlot& plot, const Drawing& drawing, const ComparisonPoints& points) {
    const auto put = [&](double intensity, double rate, std::string_view character, std::string_view css) {
        const int column = plot.raster.column_at(drawing.x.at(intensity)),
                  row = plot.raster.row_at(drawing.y.at(rate));
        if (!plot.raster.is_taken(column, row))
            plot.raster.put(column, row, character, chart::bold_terminal_color(css));
    };
    for (std::size_t i = 0; i < points.pairs.size(); ++i) {
        const ChartPair& pair = points.pairs[i];
        const double intensity = pair.markers[pair.main].after;
        const std::string key = chart::terminal_key(i, plot.unicode);
        plot.keys[pair.number] = key;
        if (beyond_axes(drawing, intensity, pair.rate_after).any()) plot.beyond.push_back(key);
        mark_beyond(plot, drawing, intensity, pair.rate_after);
        plot.places[{plot.raster.column_at(drawing.x.at(intensity)),
                     plot.raster.row_at(drawing.y.at(pair.rate_after))}]
            .push_back(key);
        put(intensity, pair.rate_after, key, pair.verdict->hue.css);
    }
    for (const ChartPair& pair : points.pairs) {
        const double intensity = pair.markers[pair.main].before;
        if (!beyond_axes(drawing, intensity, pair.rate_before).any())
            put(intensity, pair.rate_before, plot.unicode ? "∘" : "o", pair.verdict->hue.css);
    }
    for (const LonePoint& lone : points.lone) {
        const double intensity = lone.point.markers[lone.point.main].intensity;
        mark_beyond(plot, drawing, intensity, lone.point.rate);
        put(intensity, lone.point.rate, plot.unicode ? "□" : "#", "");
    }
}

}  // namespace

chart::TerminalChart draw_terminal_comparison(const Comparison& comparison, std::size_t top,
                                              const chart::TerminalStyle& style) {
    const ComparisonPoints points = comparison_points(comparison, top);
    Drawing drawing{.roofs = comparison_roofs(comparison, top),
                    .points = {.plotted = dots_of(points), .unplotted = points.unplotted},
                    .board = chart::LabelBoard({})};
    TerminalPlot plot = begin_terminal(drawing, style);
    plot_roofs(plot, drawing);
    plot_ways(plot, drawing, points);
    plot_dots(plot, drawing, points);
    plot_names(plot, drawing);

    chart::TerminalChart out{.lines = finish_terminal(plot, drawing, style)};
    if (!points.pairs.empty())
        out.notes.emplace_back(
            style.unicode ? "A letter is a pair of the table below as it is after; a line leads to it from "
                            "where it was before (∘), at one level's intensity: the bound's, or that which "
                            "changed most."
                          : "A letter is a pair of the table below as it is after; a line of * leads to it "
                            "from where it was before (o), at one level's intensity: the bound's, or that "
                            "which changed most.");
    if (!points.lone.empty())
        out.notes.push_back(counted(points.lone.size(), "point") +
                            " without a partner: " + (style.unicode ? "□." : "#."));
    add_place_notes(out.notes, plot, points.unplotted);
    for (std::string& note : out.notes) note = chart::for_terminal(note, style.unicode);
    for (std::size_t i = 0; i + points.outside < comparison.pairs.size(); ++i) {
        const auto key = plot.keys.find(i + 1);
        out.keys.push_back(key == plot.keys.end() ? "-" : key->second);
    }
    return out;
}

}  // namespace mansard::analyzer
