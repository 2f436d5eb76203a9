#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/point_names.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr double least_radius = 4, least_crowded_radius = 2.4, greatest_radius = 16, side_radius = 3.2,
                 speck_radius = 1.5, arrow_radius = 5, side_arrow_radius = 3;
constexpr std::size_t most_name_columns = 32;

/// The area says the share of time; a point of no share is still seen.
double radius_of(const ChartPoint& point, double least) {
    return std::max(least, greatest_radius * std::sqrt(point.share));
}

std::string tip_of(const ChartPoint& point, const LevelMarker& marker) {
    std::string tip =
        fmt::format("{}. {}: {} at {} FLOP/B of {}", point.number, shorten(point.name, 200),
                    quantity(point.rate, "FLOP/s"), plain(marker.intensity), name_of(marker.level));
    if (point.share > 0) tip += fmt::format("; {} of the time", percent(point.share));
    if (!point.bound.empty()) tip += "; bound by " + point.bound;
    if (point.efficiency) tip += fmt::format("; {} of its roof", efficiency_text(point));
    if (point.above_roof) tip += "; above its roof";
    return tip;
}

Marker marker_of(const Drawing& drawing, const ChartPoint& point, std::size_t index, bool detailed) {
    const LevelMarker& at = point.markers[index];
    const LevelStyle style = level_style(at.level);
    const bool main = index == point.main;
    Marker marker{.x = drawing.x.at(at.intensity),
                  .y = drawing.y.at(point.rate),
                  .radius = main       ? radius_of(point, detailed ? least_radius : least_crowded_radius)
                            : detailed ? side_radius
                                       : speck_radius,
                  .shape = style.shape,
                  // A dot has the colour of the roof that bounds it; its shape says at which level it stands.
                  .paint = main && point.bound == "compute" ? Paint{} : Paint{style.color, style.css},
                  .filled = main || !detailed,
                  .opacity = main ? (detailed ? 0.8 : 0.6) : (detailed ? 1.0 : 0.35),
                  .tip = tip_of(point, at)};
    const Beyond beyond = beyond_axes(drawing, at.intensity, point.rate);
    if (beyond.any())
        move_to_edge(marker, beyond, drawing.scene.plot, main ? arrow_radius : side_arrow_radius);
    return marker;
}

bool place_label(Drawing& drawing, const ChartPoint& point, const std::string& text, bool bold, double most) {
    const Marker marker = marker_of(drawing, point, point.main, true);
    std::vector<Candidate> candidates = places_around(marker, text);
    for (Candidate& candidate : candidates) candidate.text.bold = bold;
    const auto label = drawing.board.place(candidates, most);
    if (!label) return false;
    drawing.scene.texts.push_back(label->text);
    if (label->leader) drawing.scene.lines.push_back(*label->leader);
    return true;
}

Box box_of(const Marker& marker) {
    const double r = reach_of(marker) + 1;
    return {marker.x - r, marker.y - r, marker.x + r, marker.y + r};
}

}  // namespace

void move_to_edge(Marker& marker, const Beyond& beyond, const Box& plot, double radius) {
    const double inset = 2 * radius;
    marker.shape = MarkerShape::arrow;
    marker.radius = std::min(marker.radius, radius);
    marker.turn = std::atan2(-beyond.up, beyond.right) * 180 / std::numbers::pi;
    if (beyond.right != 0) marker.x = beyond.right > 0 ? plot.x1 - inset : plot.x0 + inset;
    if (beyond.up != 0) marker.y = beyond.up > 0 ? plot.y0 + inset : plot.y1 - inset;
    marker.filled = true;
    marker.tip += "; beyond the axes";
}

void draw_points(Drawing& drawing) {
    const bool detailed = drawing.points.plotted.size() <= most_detailed_points;
    // Longest points first in the input, so last on paper: a small dot stays visible on a large one.
    std::vector<Marker> sides, mains;
    for (const ChartPoint& point : drawing.points.plotted) {
        // Beyond the top or the bottom one arrow says it for all levels.
        const bool level_in_sight =
            beyond_axes(drawing, point.markers[point.main].intensity, point.rate).up == 0;
        Line join{drawing.scene.plot.x1, 0, drawing.scene.plot.x0, 0, {muted, "muted"}, 1, "", 0.6};
        for (std::size_t i = 0; i < point.markers.size(); ++i) {
            const bool main = i == point.main;
            if (!main && !level_in_sight) continue;
            const Marker marker = marker_of(drawing, point, i, detailed);
            join.x0 = std::min(join.x0, marker.x), join.x1 = std::max(join.x1, marker.x);
            join.y0 = join.y1 = marker.y;
            if (main || detailed) drawing.board.avoid(box_of(marker), main ? 30 : 20);
            (main ? mains : sides).push_back(marker);
        }
        if (!detailed || join.x0 >= join.x1) continue;
        drawing.scene.lines.push_back(join);
        drawing.board.avoid(join, 5);
    }
    auto& markers = drawing.scene.markers;
    markers.insert(markers.end(), sides.begin(), sides.end());
    markers.insert(markers.end(), mains.begin(), mains.end());
}

void label_points(Drawing& drawing) {
    const std::vector<ChartPoint>& points = drawing.points.plotted;
    const bool named = points.size() <= most_named_points;
    std::vector<std::string> names;
    for (std::size_t i = 0; named && i < points.size(); ++i) names.push_back(points[i].name);
    names = short_names(std::move(names), most_name_columns);
    for (std::size_t i = 0; i < points.size() && i < most_numbered_points; ++i) {
        std::string name = named ? names[i] : "";
        if (points[i].above_roof) name += " (above its roof)";
        if (named && place_label(drawing, points[i], name, false, next_to_nothing)) continue;
        place_label(drawing, points[i], std::to_string(points[i].number), true, anything);
        drawing.numbered.push_back(i);
    }
}

}  // namespace mansard::analyzer::chart
