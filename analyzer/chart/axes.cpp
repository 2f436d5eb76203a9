#include "analyzer/chart/parts.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr double tick_label_size = 11, axis_title_size = 13;

void cover_roofs(const std::vector<ChartRoof>& roofs, Extent& x, Extent& y) {
    for (const ChartRoof& roof : roofs) {
        if (roof.kind != Kind::compute) continue;
        y.cover(roof.value);
        for (const ChartRoof& other : roofs)
            if (other.kind == Kind::bandwidth) x.cover(roof.value / other.value);
    }
}

void draw_frame(Scene& scene) {
    const Box& plot = scene.plot;
    scene.lines.push_back({plot.x0, plot.y1, plot.x1, plot.y1, {muted, "muted"}});
    scene.lines.push_back({plot.x0, plot.y0, plot.x0, plot.y1, {muted, "muted"}});
}

}  // namespace

void draw_axes(Drawing& drawing) {
    Extent x, y;
    for (const ChartPoint& point : drawing.points.plotted) {
        y.cover(point.rate);
        for (const LevelMarker& marker : point.markers) x.cover(marker.intensity);
    }
    cover_roofs(drawing.roofs, x, y);
    if (x.empty())
        for (const double intensity : {0.1, 10.0}) x.cover(intensity);
    if (y.empty())
        for (const ChartRoof& roof : drawing.roofs) y.cover(roof.value);
    if (y.empty()) y.cover(1e9);
    // Room on the left for the slanted roofs, on the right for the names of the level ones.
    drawing.x = scale_over(x, 0.5, 0.6, 3);
    drawing.y = scale_over(y, y.high() - y.low() < 1.75 ? 2.25 - (y.high() - y.low()) : 0.5, 0.25, 0);

    Scene& scene = drawing.scene;
    const Box& plot = scene.plot;
    drawing.x.from = plot.x0, drawing.x.to = plot.x1;
    drawing.y.from = plot.y1, drawing.y.to = plot.y0;
    const Paint grid{grid_color, "grid"};
    for (const Tick& tick : ticks(drawing.x, "")) {
        const double at = drawing.x.at_log(tick.log_value);
        scene.lines.push_back({at, plot.y0, at, plot.y1, grid, 1, "", tick.label.empty() ? 0.45 : 1});
        if (!tick.label.empty())
            scene.texts.push_back({.x = at,
                                   .y = plot.y1 + 17,
                                   .text = tick.label,
                                   .size = tick_label_size,
                                   .anchor = Anchor::middle});
    }
    for (const Tick& tick : ticks(drawing.y, "FLOP/s")) {
        const double at = drawing.y.at_log(tick.log_value);
        scene.lines.push_back({plot.x0, at, plot.x1, at, grid, 1, "", tick.label.empty() ? 0.45 : 1});
        if (!tick.label.empty())
            scene.texts.push_back({.x = plot.x0 - 6,
                                   .y = at + 4,
                                   .text = tick.label,
                                   .size = tick_label_size,
                                   .anchor = Anchor::end});
    }
    scene.texts.push_back({.x = (plot.x0 + plot.x1) / 2,
                           .y = plot.y1 + 38,
                           .text = "Arithmetic intensity, FLOP/B of each memory level",
                           .size = axis_title_size,
                           .anchor = Anchor::middle});
    scene.texts.push_back({.x = 18,
                           .y = (plot.y0 + plot.y1) / 2,
                           .text = "Performance",
                           .size = axis_title_size,
                           .anchor = Anchor::middle,
                           .angle = -90});
    draw_frame(scene);
    if (drawing.roofs.empty() && drawing.points.plotted.empty())
        scene.texts.push_back({.x = (plot.x0 + plot.x1) / 2,
                               .y = (plot.y0 + plot.y1) / 2,
                               .text = "No roofs and no points to draw",
                               .size = 14,
                               .anchor = Anchor::middle,
                               .paint = {muted, "muted"},
                               .halo = true});
}

}  // namespace mansard::analyzer::chart
