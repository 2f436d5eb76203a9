// Arrows and dots of a comparison's chart.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/compare/chart_parts.hpp"
#include "analyzer/point_names.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

using chart::Box;
using chart::Drawing;
using chart::Line;
using chart::Marker;

constexpr double before_radius = 3.4, after_radius = 5.2, side_radius = 2.2, lone_radius = 4.5,
                 head_radius = 4, edge_radius = 5, greatest_radius = 13;
constexpr std::size_t most_name_columns = 26;

struct Dot {
    double x = 0, y = 0;
};

Dot at(const Drawing& drawing, double intensity, double rate) {
    return {drawing.x.at(intensity), drawing.y.at(rate)};
}

double radius_of(double share, double least) {
    return std::clamp(greatest_radius * std::sqrt(share), least, greatest_radius);
}

chart::Paint paint_of(const ChartPair& pair) {
    return {pair.verdict->hue.color, pair.verdict->hue.css};
}

std::string tip_of(const ChartPair& pair, const PairMarker& marker) {
    std::string tip =
        fmt::format("{}. {}: {}, {}; {} FLOP/B of {} at {} before, {} at {} after", pair.number,
                    chart::shorten(pair.name, 200), pair.verdict->code, time_words(*pair.pair),
                    plain(marker.before), name_of(marker.level), chart::quantity(pair.rate_before, "FLOP/s"),
                    plain(marker.after), chart::quantity(pair.rate_after, "FLOP/s"));
    const std::string bound = bound_words(*pair.pair);
    return bound.empty() ? tip : tip + "; bound " + bound;
}

/// The line from rim to rim and its head; where the dots touch each other there is no room, and no need.
void draw_arrow(Drawing& drawing, const Line& way, double start, double end, double head,
                const ChartPair& pair, bool main) {
    const double dx = way.x1 - way.x0, dy = way.y1 - way.y0, length = std::hypot(dx, dy);
    // A head reaches 1.9 times its radius forwards, see the writer's shape.
    const double reach = 1.9 * head, room = length - start - end;
    if (room <= 0) return;
    const double scale = std::min(1.0, room / (2 * reach)), ux = dx / length, uy = dy / length;
    const double tip = length - end, neck = tip - 1.4 * reach * scale;
    Line line{way.x0 + ux * start, way.y0 + uy * start, way.x0 + ux * neck, way.y0 + uy * neck,
              paint_of(pair),      main ? 1.8 : 1,      pair.verdict->dash, main ? 1 : 0.55};
    drawing.scene.lines.push_back(line);
    drawing.board.avoid(line, main ? 20 : 5);
    drawing.scene.markers.push_back({.x = way.x0 + ux * (tip - reach * scale),
                                     .y = way.y0 + uy * (tip - reach * scale),
                                     .radius = head * scale,
                                     .shape = chart::MarkerShape::arrow,
                                     .turn = std::atan2(dy, dx) * 180 / std::numbers::pi,
                                     .paint = paint_of(pair),
                                     .opacity = main ? 1 : 0.55});
}

void put(Drawing& drawing, const Marker& marker, double cost) {
    const double r = reach_of(marker) + 1;
    drawing.board.avoid(Box{marker.x - r, marker.y - r, marker.x + r, marker.y + r}, cost);
    drawing.scene.markers.push_back(marker);
}

void draw_pair(Drawing& drawing, const ChartPair& pair, std::size_t index) {
    const PairMarker& levels = pair.markers[index];
    const bool main = index == pair.main;
    const Dot from = at(drawing, levels.before, pair.rate_before),
              to = at(drawing, levels.after, pair.rate_after);
    Marker before{.x = from.x,
                  .y = from.y,
                  .radius = main ? radius_of(pair.share_before, before_radius) : side_radius,
                  .shape = chart::level_style(levels.level).shape,
                  .paint = paint_of(pair),
                  .opacity = main ? 0.5 : 0.35,
                  .tip = tip_of(pair, levels)};
    Marker after = before;
    after.x = to.x, after.y = to.y;
    after.radius = main ? radius_of(pair.share_after, after_radius) : 1.4 * side_radius;
    after.opacity = main ? 1 : 0.7;
    const chart::Beyond off_before = beyond_axes(drawing, levels.before, pair.rate_before),
                        off_after = beyond_axes(drawing, levels.after, pair.rate_after);
    // An end beyond the axes is where the arrow leaves them: no dot there, but an arrow that says where to.
    if (const auto line = way_of(drawing, pair, levels))
        draw_arrow(drawing, *line, off_before.any() ? 0 : reach_of(before),
                   off_after.any() ? 0 : reach_of(after), main ? head_radius : 0.6 * head_radius, pair, main);
    else if (main)
        move_to_edge(after, off_after, drawing.scene.plot, edge_radius), put(drawing, after, 20);
    if (!off_before.any()) put(drawing, before, main ? 20 : 5);
    if (!off_after.any()) put(drawing, after, main ? 30 : 10);
}

void draw_lone(Drawing& drawing, const LonePoint& lone) {
    const chart::ChartPoint& point = lone.point;
    const chart::LevelMarker& level = point.markers[point.main];
    const Dot dot = at(drawing, level.intensity, point.rate);
    Marker marker{.x = dot.x,
                  .y = dot.y,
                  .radius = lone_radius,
                  .shape = chart::level_style(level.level).shape,
                  .paint = lone.before ? chart::Paint{chart::muted, "muted"} : chart::Paint{},
                  .filled = false,
                  .tip = fmt::format("{}, only {}: {} at {} FLOP/B of {}", chart::shorten(point.name, 200),
                                     lone.before ? "before" : "after", chart::quantity(point.rate, "FLOP/s"),
                                     plain(level.intensity), name_of(level.level))};
    const chart::Beyond beyond = beyond_axes(drawing, level.intensity, point.rate);
    if (beyond.any()) move_to_edge(marker, beyond, drawing.scene.plot, edge_radius);
    put(drawing, marker, 20);
}

bool place(Drawing& drawing, const Marker& marker, const std::string& text, bool bold, double most) {
    std::vector<chart::Candidate> candidates = places_around(marker, text);
    for (chart::Candidate& candidate : candidates) candidate.text.bold = bold;
    const auto label = drawing.board.place(candidates, most);
    if (!label) return false;
    drawing.scene.texts.push_back(label->text);
    if (label->leader) drawing.scene.lines.push_back(*label->leader);
    return true;
}

bool is_detailed(const ComparisonPoints& points) {
    return points.pairs.size() <= chart::most_named_points;
}

}  // namespace

std::optional<Line> way_of(const Drawing& drawing, const ChartPair& pair, const PairMarker& marker) {
    const Dot from = at(drawing, marker.before, pair.rate_before),
              to = at(drawing, marker.after, pair.rate_after);
    Line line{from.x, from.y, to.x, to.y};
    const auto part = part_inside(line, drawing.scene.plot);
    if (!part) return std::nullopt;
    const double dx = to.x - from.x, dy = to.y - from.y;
    line.x0 = from.x + part->first * dx, line.y0 = from.y + part->first * dy;
    line.x1 = from.x + part->second * dx, line.y1 = from.y + part->second * dy;
    return line;
}

void draw_pairs(Drawing& drawing, const ComparisonPoints& points) {
    for (const LonePoint& lone : points.lone) draw_lone(drawing, lone);
    // Other levels tell the whole story of few pairs, and hide that of many.
    if (is_detailed(points))
        for (const ChartPair& pair : points.pairs)
            for (std::size_t i = 0; i < pair.markers.size(); ++i)
                if (i != pair.main) draw_pair(drawing, pair, i);
    // The longest are first in the input, so last on paper.
    for (std::size_t i = points.pairs.size(); i-- > 0;)
        draw_pair(drawing, points.pairs[i], points.pairs[i].main);
}

void label_pairs(Drawing& drawing, const ComparisonPoints& points) {
    const std::size_t labelled = std::min(points.pairs.size(), chart::most_numbered_points);
    std::vector<std::string> names;
    for (const ChartPair& pair : std::span(points.pairs).first(labelled)) names.push_back(pair.name);
    names = short_names(std::move(names), most_name_columns);
    for (std::size_t i = 0; i < labelled; ++i) {
        const ChartPair& pair = points.pairs[i];
        const PairMarker& main = pair.markers[pair.main];
        if (!way_of(drawing, pair, main)) continue;
        const bool off = beyond_axes(drawing, main.after, pair.rate_after).any();
        const Dot dot =
            off ? at(drawing, main.before, pair.rate_before) : at(drawing, main.after, pair.rate_after);
        const Marker marker{.x = dot.x,
                            .y = dot.y,
                            .radius = radius_of(pair.share_after, after_radius),
                            .shape = chart::level_style(main.level).shape};
        const std::string number = std::to_string(pair.number);
        if (is_detailed(points)) {
            // The verdict in words, so that nobody has to tell colours apart.
            const std::string_view verdict = pair.verdict->code;
            const std::string named = fmt::format("{} {}: {}", number, names[i], verdict);
            if (place(drawing, marker, named, false, chart::next_to_nothing) ||
                place(drawing, marker, fmt::format("{} {}", number, verdict), true, chart::next_to_nothing))
                continue;
        }
        place(drawing, marker, number, true, chart::anything);
    }
    if (!is_detailed(points) || points.lone.size() > chart::most_named_points) return;
    for (const LonePoint& lone : points.lone) {
        const chart::LevelMarker& level = lone.point.markers[lone.point.main];
        if (beyond_axes(drawing, level.intensity, lone.point.rate).any()) continue;
        const Dot dot = at(drawing, level.intensity, lone.point.rate);
        place(drawing,
              {.x = dot.x, .y = dot.y, .radius = lone_radius, .shape = chart::level_style(level.level).shape},
              fmt::format("{} (only {})", chart::shorten(lone.point.name, most_name_columns),
                          lone.before ? "before" : "after"),
              false, chart::next_to_nothing);
    }
}

}  // namespace mansard::analyzer
