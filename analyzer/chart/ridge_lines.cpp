#include <cmath>
#include <optional>

#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

struct Spot {
    double x = 0, y = 0;  ///< px
};

/// Nothing outside of the axes: a line between two spots inside stays inside.
std::optional<Spot> spot_of(const Drawing& drawing, const ChartRidge::Sample& sample) {
    const double x = std::log10(sample.intensity), y = std::log10(sample.value);
    if (x < drawing.x.low || x > drawing.x.high || y < drawing.y.low || y > drawing.y.high)
        return std::nullopt;
    return Spot{drawing.x.at_log(x), drawing.y.at_log(y)};
}

}  // namespace

void draw_ridges(Drawing& drawing, const std::vector<ChartRidge>& ridges) {
    constexpr double width = 1, radius = 1.8;
    for (const ChartRidge& ridge : ridges) {
        const LevelStyle style = level_style(ridge.level);
        const Paint paint{style.color, style.css};
        std::optional<Spot> before;
        for (const ChartRidge::Sample& sample : ridge.samples) {
            const std::optional<Spot> spot = spot_of(drawing, sample);
            if (spot && before)
                drawing.scene.lines.push_back({before->x, before->y, spot->x, spot->y, paint, width});
            if (spot)
                drawing.scene.markers.push_back({.x = spot->x,
                                                 .y = spot->y,
                                                 .radius = radius,
                                                 .shape = MarkerShape::circle,
                                                 .paint = paint,
                                                 .tip = std::string(name_of(ridge.level)) +
                                                        ", loads and FMA at " + plain(sample.intensity, 3) +
                                                        " FLOP/B" + ": " + quantity(sample.value, "FLOP/s")});
            before = spot;
        }
    }
}

}  // namespace mansard::analyzer::chart
