// What stands below a comparison's chart.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/chart/legend_page.hpp"
#include "analyzer/compare/chart_parts.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using chart::Drawing;
using chart::legend_left;
using chart::legend_right;
using chart::Page;
using chart::Paint;
using chart::text_size;

constexpr Paint soft{chart::muted, "muted"};
constexpr double marks = chart::legend_roofs_end + 20, words = marks + 52;

void explain_levels(Page& page, const ComparisonPoints& points) {
    std::set<Level> levels;
    for (const ChartPair& pair : points.pairs)
        for (const PairMarker& marker : pair.markers) levels.insert(marker.level);
    for (const LonePoint& lone : points.lone) levels.insert(lone.point.markers[lone.point.main].level);
    double at = marks + 8;
    for (const Level level : levels) {
        const std::string name(name_of(level));
        const double wide = 30 + chart::text_width(name, text_size);
        if (at + wide > legend_right) at = marks + 8, page.advance();
        page.mark({.radius = 4.5, .shape = chart::level_style(level).shape, .paint = soft}, at);
        page.write(at + 10, legend_right, name);
        at += wide;
    }
    if (!levels.empty()) page.advance();
}

/// The dots, and one line for each verdict that is on the chart.
double explain_arrows(Page page, const ComparisonPoints& points) {
    if (points.pairs.empty() && points.lone.empty()) return page.y();
    page.write(marks, legend_right, "Pairs", {}, true);
    page.advance();
    explain_levels(page, points);
    if (!points.pairs.empty()) {
        page.mark({.radius = 3.4, .paint = soft, .opacity = 0.5}, marks + 4);
        page.rule(marks + 9, marks + 28, soft, 1.8, "");
        page.mark({.radius = 4, .shape = chart::MarkerShape::arrow, .paint = soft}, marks + 31);
        page.mark({.radius = 5.2, .paint = soft}, marks + 42);
        page.write(words, legend_right, "before → after; area: share of the time");
        page.advance();
    }
    for (const VerdictDesc* verdict : verdicts()) {
        const auto count = std::count_if(points.pairs.begin(), points.pairs.end(),
                                         [&](const ChartPair& pair) { return pair.verdict == verdict; });
        if (count == 0) continue;
        page.rule(marks, marks + 44, {verdict->hue.color, verdict->hue.css}, 1.8, verdict->dash);
        page.write(words, legend_right,
                   std::string(verdict->code) + (count > 1 ? fmt::format(" ({})", count) : ""));
        page.advance();
    }
    for (const bool before : {true, false}) {
        if (std::none_of(points.lone.begin(), points.lone.end(),
                         [&](const LonePoint& lone) { return lone.before == before; }))
            continue;
        page.mark({.radius = 4.5, .paint = before ? soft : Paint{}, .filled = false}, marks + 22);
        page.write(words, legend_right, before ? "hollow, grey: only before" : "hollow, black: only after");
        page.advance();
    }
    return page.y();
}

void list_pairs(Page& page, const ComparisonPoints& points) {
    if (points.pairs.empty()) return;
    page.write(legend_left, legend_right, "Pairs by number: time after ÷ before, verdict, bound", {}, true);
    page.advance();
    const std::size_t listed = std::min(points.pairs.size(), chart::most_numbered_points);
    for (std::size_t i = 0; i < listed; ++i) {
        const ChartPair& pair = points.pairs[i];
        const std::string bound = bound_words(*pair.pair);
        page.write(legend_left, legend_left + 30, std::to_string(pair.number), {}, true);
        page.write(legend_left + 32, 560, pair.name);
        page.write(570, legend_right,
                   fmt::format("{} · {}{}", time_words(*pair.pair), pair.verdict->code,
                               bound.empty() ? "" : " · " + bound),
                   soft);
        page.advance();
    }
    if (listed < points.pairs.size()) {
        page.write(legend_left + 32, legend_right, fmt::format("and {} more", points.pairs.size() - listed),
                   soft);
        page.advance();
    }
    page.advance(6);
}

void write_line(Page& page, const std::string& text) {
    page.write(legend_left, legend_right, text, soft);
    page.advance();
}

}  // namespace

void draw_comparison_legend(Drawing& drawing, const ComparisonPoints& points, const Comparison& comparison) {
    const double start = drawing.scene.plot.y1 + 68;
    Page page(drawing.scene, start);
    const double under = std::max(list_roofs(page, drawing), explain_arrows(page, points));
    page.advance(under - start + 6);
    list_pairs(page, points);
    list_unplotted(page, points.unplotted);
    const auto unseen = std::count_if(points.pairs.begin(), points.pairs.end(), [&](const ChartPair& pair) {
        return !way_of(drawing, pair, pair.markers[pair.main]);
    });
    if (unseen > 0)
        write_line(page, counted(static_cast<std::size_t>(unseen), "pair") +
                             " beyond the axes, as an arrow at the edge.");
    if (points.outside > 0)
        write_line(page, fmt::format("The {} longest of {} pairs.", comparison.pairs.size() - points.outside,
                                     comparison.pairs.size()));
    if (!comparison.ambiguous.empty())
        write_line(
            page, counted(comparison.ambiguous.size(), "name") + " that several points share: not compared.");
    drawing.scene.height = page.y() + 2;
}

}  // namespace mansard::analyzer
