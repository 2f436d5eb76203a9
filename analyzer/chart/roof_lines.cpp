#include <algorithm>
#include <cmath>
#include <numbers>

#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

std::string label_of(const ChartRoof& roof) {
    std::string text = roof.brief + " " + quantity(roof.value, roof.unit);
    if (!roof.proven()) text += " (" + std::string(status_word(roof)) + ")";
    return text;
}

/// Places along a roof, above it and below it, from the end that is usually free.
std::vector<Candidate> places_along(const Line& line, const ChartRoof& roof, const std::string& text) {
    const double dx = line.x1 - line.x0, dy = line.y1 - line.y0, length = std::hypot(dx, dy);
    const double ux = dx / length, uy = dy / length;
    const bool level = roof.kind == Kind::compute;
    const double room = length - text_width(text, text_size);
    constexpr int steps = 48;
    std::vector<Candidate> candidates;
    for (int step = 0; step <= steps; ++step)
        for (const bool above : {true, false}) {
            const double fraction = static_cast<double>(step) / steps;
            const double along = level ? length - 8 - fraction * room : 10 + fraction * room;
            const double off = above ? -5.0 : 5 + 0.75 * text_size;
            candidates.push_back({.text = {.x = line.x0 + ux * along - uy * off,
                                           .y = line.y0 + uy * along + ux * off,
                                           .text = text,
                                           .size = text_size,
                                           .anchor = level ? Anchor::end : Anchor::start,
                                           .angle = std::atan2(dy, dx) * 180 / std::numbers::pi,
                                           .halo = true},
                                  .cost = step * 0.25 + (above ? 0 : 3)});
        }
    return candidates;
}

}  // namespace

std::optional<Line> line_of(const Drawing& drawing, const ChartRoof& roof) {
    const double value = std::log10(roof.value);
    const LogScale &x = drawing.x, &y = drawing.y;
    double x0 = x.low, x1 = x.high, y0 = value, y1 = value;
    if (roof.kind == Kind::compute) {
        // From the first ridge on: left of it no memory level feeds the unit fast enough.
        if (const auto fastest = highest(drawing.roofs, Kind::bandwidth, roof))
            x0 = std::max(x0, value - *fastest);
    } else {
        const double ceiling = std::min(y.high, highest(drawing.roofs, Kind::compute, roof).value_or(y.high));
        x0 = std::max(x0, y.low - value);
        x1 = std::min(x1, ceiling - value);
        y0 = x0 + value, y1 = x1 + value;
    }
    if (x0 >= x1) return std::nullopt;
    return Line{x.at_log(x0), y.at_log(y0),   x.at_log(x1),
                y.at_log(y1), paint_of(roof), roof.proven() ? 2.0 : 1.4,
                dash_of(roof)};
}

Paint paint_of(const ChartRoof& roof) {
    if (!roof.level || roof.plain) return {};
    const LevelStyle style = level_style(*roof.level);
    return {style.color, style.css};
}

std::string_view dash_of(const ChartRoof& roof) {
    if (!roof.proven()) return unproven_dash;
    if (roof.apart) return bus_dash;
    return roof.level ? level_style(*roof.level).dash : std::string_view{};
}

std::string_view status_word(const ChartRoof& roof) {
    return roof.proven() ? std::string_view{} : name_of(roof.status);
}

std::optional<double> highest(const std::vector<ChartRoof>& roofs, Kind kind, const ChartRoof& roof) {
    std::optional<double> own, any;
    for (const ChartRoof& other : roofs) {
        if (other.kind != kind) continue;
        const double value = std::log10(other.value);
        any = std::max(any.value_or(value), value);
        if (other.scope == roof.scope) own = std::max(own.value_or(value), value);
    }
    return own ? own : any;
}

void draw_roofs(Drawing& drawing) {
    for (const ChartRoof& roof : drawing.roofs)
        if (const auto line = line_of(drawing, roof)) {
            drawing.scene.lines.push_back(*line);
            drawing.board.avoid(*line, 30);
        }
    for (const ChartRoof& roof : drawing.roofs)
        if (const auto top = highest(drawing.roofs, Kind::compute, roof); top && roof.kind == Kind::bandwidth)
            drawing.scene.markers.push_back({.x = drawing.x.at_log(*top - std::log10(roof.value)),
                                             .y = drawing.y.at_log(*top),
                                             .radius = 2.5,
                                             .paint = paint_of(roof),
                                             .tip = "ridge of " + roof.name});
}

void label_roofs(Drawing& drawing) {
    for (const ChartRoof& roof : drawing.roofs) {
        const auto line = line_of(drawing, roof);
        if (!line) continue;
        // Where there is no room for its value its name must do; the legend has both.
        for (const std::string& text : {label_of(roof), roof.brief}) {
            const auto label = drawing.board.place(places_along(*line, roof, text), next_to_nothing);
            if (!label) continue;
            drawing.scene.texts.push_back(label->text);
            break;
        }
    }
}

}  // namespace mansard::analyzer::chart
