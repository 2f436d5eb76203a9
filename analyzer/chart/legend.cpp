#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/legend_page.hpp"
#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/point_names.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr double left = legend_left, right = legend_right, roof_columns_end = legend_roofs_end;
constexpr std::size_t most_listed = most_listed_points;
constexpr std::size_t most_listed_columns =
    44;  ///< of a name in one of two columns, as far as letters are alike
constexpr Paint soft{muted, "muted"};

bool has_arrow(const Drawing& drawing, const ChartPoint& point) {
    return std::any_of(point.markers.begin(), point.markers.end(), [&](const LevelMarker& marker) {
        return beyond_axes(drawing, marker.intensity, point.rate).any();
    });
}

double explain_markers(Page page, const Drawing& drawing) {
    const auto& points = drawing.points.plotted;
    if (points.empty()) return page.y();
    std::map<Level, bool> levels;
    for (const ChartPoint& point : points)
        for (const LevelMarker& marker : point.markers) levels[marker.level] = true;
    constexpr double x = roof_columns_end + 20, words = x + 30;
    page.write(x, right, "Points", {}, true);
    page.advance();
    double at = x + 8;
    for (const auto& [level, present] : levels) {
        const LevelStyle style = level_style(level);
        page.mark({.radius = 4.5, .shape = style.shape, .paint = {style.color, style.css}, .filled = false},
                  at);
        const std::string name(name_of(level));
        page.write(at + 10, right, name);
        at += 30 + text_width(name, text_size);
        if (at > right - 70) at = x + 8, page.advance();
    }
    if (at > x + 8) page.advance();
    const bool bounds =
        std::any_of(points.begin(), points.end(), [](const auto& p) { return !p.bound.empty(); });
    page.mark({.radius = 6, .paint = soft, .opacity = 0.8}, x + 8);
    page.write(words, right,
               bounds ? "filled: the level that bounds the point" : "filled: the outermost level");
    page.advance();
    page.write(words, right, "its area is the point's share of the time");
    page.advance();
    if (std::any_of(points.begin(), points.end(), [](const auto& p) { return p.bound == "compute"; })) {
        page.mark({.radius = 6, .opacity = 0.8}, x + 8);
        page.write(words, right, "bound by compute, at the nearest level");
        page.advance();
    }
    if (std::any_of(points.begin(), points.end(), [&](const auto& p) { return has_arrow(drawing, p); })) {
        page.mark({.radius = 4, .shape = MarkerShape::arrow, .paint = soft}, x + 8);
        page.write(words, right, "arrow: beyond the axes, in its direction");
        page.advance();
    }
    return page.y();
}

/// The points whose label is a number, in two columns.
void list_numbers(Page& page, const Drawing& drawing) {
    if (drawing.numbered.empty()) return;
    constexpr int columns = 2;
    constexpr double column = (right - left) / columns;
    page.write(left, right, "Points by number: share of the time, bound, part of the roof reached", {}, true);
    page.advance();
    std::vector<std::string> names;
    for (const std::size_t i : drawing.numbered) names.push_back(drawing.points.plotted[i].name);
    names = short_names(std::move(names), most_listed_columns);
    const std::size_t rows = (drawing.numbered.size() + columns - 1) / columns;
    for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < columns; ++c) {
            const std::size_t i = c * rows + r;
            if (i >= drawing.numbered.size()) continue;
            const ChartPoint& point = drawing.points.plotted[drawing.numbered[i]];
            std::string facts = percent(point.share);
            if (!point.bound.empty()) facts += " · " + point.bound;
            if (point.above_roof)
                facts += " · above its roof";
            else if (point.efficiency)
                facts += " · " + efficiency_text(point);
            const double x = left + column * static_cast<double>(c), end = x + column - 20;
            const double facts_x = end - text_width(facts, text_size);
            page.write(x, x + 30, std::to_string(point.number), {}, true);
            page.write(x + 32, facts_x - 6, names[i]);
            page.write_back(end, facts, soft);
        }
        page.advance();
    }
}

/// Points whose own marker is an arrow, with the numbers that the axes do not reach.
void list_beyond(Page& page, const Drawing& drawing) {
    std::vector<const ChartPoint*> beyond;
    std::size_t sides = 0;
    for (const ChartPoint& point : drawing.points.plotted)
        if (beyond_axes(drawing, point.markers[point.main].intensity, point.rate).any())
            beyond.push_back(&point);
        else
            sides += has_arrow(drawing, point);
    if (beyond.empty() && sides == 0) return;
    std::string title = fmt::format("Beyond the axes, as arrows at the edge: {} point{}", beyond.size(),
                                    beyond.size() == 1 ? "" : "s");
    if (sides > 0) title += fmt::format(", and single levels of {} more", sides);
    page.write(left, right, title, {}, true);
    page.advance();
    const std::size_t listed = std::min(beyond.size(), most_listed);
    for (std::size_t i = 0; i < listed; ++i) {
        const ChartPoint& point = *beyond[i];
        const LevelMarker& main = point.markers[point.main];
        page.write(left, left + 30, std::to_string(point.number), {}, true);
        page.write(left + 32, 420, point.name);
        page.write(430, right,
                   fmt::format("{} at {} FLOP/B of {}; {} of the time", quantity(point.rate, "FLOP/s"),
                               plain(main.intensity), name_of(main.level), percent(point.share)),
                   soft);
        page.advance();
    }
    if (listed < beyond.size()) {
        page.write(left + 32, right, fmt::format("and {} more", beyond.size() - listed), soft);
        page.advance();
    }
    page.advance(6);
}

}  // namespace

void draw_legend(Drawing& drawing, const Analysis& analysis, std::size_t outside) {
    Scene& scene = drawing.scene;
    const double start = scene.plot.y1 + 68;
    Page page(scene, start);
    const double under = std::max(list_roofs(page, drawing), explain_markers(page, drawing));
    page.advance(under - start);
    page.advance(6);
    list_numbers(page, drawing);
    if (!drawing.numbered.empty()) page.advance(6);
    list_beyond(page, drawing);
    list_unplotted(page, drawing.points.unplotted);
    const std::size_t unlabelled =
        drawing.points.plotted.size() - std::min(drawing.points.plotted.size(), most_numbered_points);
    if (unlabelled > 0) {
        page.write(left, right, fmt::format("{} more points are drawn without a number.", unlabelled), soft);
        page.advance();
    }
    const auto above = std::count_if(drawing.points.plotted.begin(), drawing.points.plotted.end(),
                                     [](const ChartPoint& point) { return point.above_roof; });
    if (above > 0) {
        page.write(left, right, fmt::format("{} above a roof: the roof or the point is wrong.", above), soft);
        page.advance();
    }
    if (outside > 0) {
        double share = 0;
        for (std::size_t i = analysis.points.size() - outside; i < analysis.points.size(); ++i)
            share += analysis.points[i].share.value_or(0);
        page.write(left, right,
                   fmt::format("The {} longest of {} points; the others take {} of the time.",
                               analysis.points.size() - outside, analysis.points.size(),
                               percent(std::isfinite(share) ? share : 0)),
                   soft);
        page.advance();
    }
    for (const std::string& note : drawing.notes) {
        page.write(left, right, note, soft);
        page.advance();
    }
    if (!analysis.rejected.empty()) {
        page.write(
            left, right,
            fmt::format("{} of {} records were rejected.", analysis.rejected.size(), analysis.summary.in),
            soft);
        page.advance();
    }
    scene.height = page.y() + 2;
}

}  // namespace mansard::analyzer::chart
