#include "analyzer/chart/parts.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr double tick_label_size = 11, axis_title_size = 13;

void draw_frame(Scene& scene) {
    const Box& plot = scene.plot;
    scene.lines.push_back({plot.x0, plot.y1, plot.x1, plot.y1, {muted, "muted"}});
    scene.lines.push_back({plot.x0, plot.y0, plot.x0, plot.y1, {muted, "muted"}});
}

}  // namespace

void draw_axes(Drawing& drawing) {
    Scene& scene = drawing.scene;
    const Box& plot = scene.plot;
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
