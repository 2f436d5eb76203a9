#include <cmath>

#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/window.hpp"

namespace mansard::analyzer::chart {
namespace {

/// Every level roof, and every ridge with a level roof of the same scope or, without one, the highest.
void need_roofs(const std::vector<ChartRoof>& roofs, Extent& x, Extent& y) {
    for (const ChartRoof& roof : roofs) {
        if (roof.kind == Kind::compute) {
            y.cover(roof.value);
            continue;
        }
        if (const auto top = highest(roofs, Kind::compute, roof)) x.cover_log(*top - std::log10(roof.value));
        for (const ChartRoof& other : roofs)
            if (other.kind == Kind::compute && other.scope == roof.scope) x.cover(other.value / roof.value);
    }
}

int side_of(const LogScale& scale, double value) {
    const double log_value = std::log10(value);
    return log_value < scale.low ? -1 : log_value > scale.high ? 1 : 0;
}

}  // namespace

void set_scales(Drawing& drawing) {
    Wanted x, y;
    need_roofs(drawing.roofs, x.needed, y.needed);
    for (const ChartPoint& point : drawing.points.plotted) {
        y.mains.push_back(point.rate);
        for (std::size_t i = 0; i < point.markers.size(); ++i)
            (i == point.main ? x.mains : x.sides).push_back(point.markers[i].intensity);
    }
    Extent across = window(x), up = window(y);
    if (across.empty())
        for (const double intensity : {0.1, 10.0}) across.cover(intensity);
    if (up.empty())
        for (const ChartRoof& roof : drawing.roofs) up.cover(roof.value);
    if (up.empty()) up.cover(1e9);
    const double height = up.high() - up.low();
    // Room on the left for the slanted roofs, on the right for the names of the level ones.
    drawing.x = scale_over(across, 0.5, 0.6, 3);
    drawing.y = scale_over(up, height < 1.75 ? 2.25 - height : 0.5, 0.25, 0);
    const Box& plot = drawing.scene.plot;
    drawing.x.from = plot.x0, drawing.x.to = plot.x1;
    drawing.y.from = plot.y1, drawing.y.to = plot.y0;
}

Beyond beyond_axes(const Drawing& drawing, double intensity, double rate) {
    return {.right = side_of(drawing.x, intensity), .up = side_of(drawing.y, rate)};
}

}  // namespace mansard::analyzer::chart
