#include "analyzer/chart/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyzer/chart/scale.hpp"
#include "analyzer/chart/style.hpp"
#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

std::optional<double> finite(std::optional<double> value) {
    return value && std::isfinite(*value) ? value : std::nullopt;
}

std::vector<LevelMarker> markers_of(const PlacedPoint& placed) {
    std::vector<LevelMarker> markers;
    for (const auto& [level, intensity] : placed.intensity())
        if (has_logarithm(intensity)) markers.push_back({level, intensity});
    std::stable_sort(markers.begin(), markers.end(), [](const LevelMarker& a, const LevelMarker& b) {
        return distance_of(a.level) < distance_of(b.level);
    });
    return markers;
}

/// The level that bounds the point; under a compute roof the level that needs most time; without roofs the
/// outermost, where the intensity is what a program can be tuned for.
std::size_t main_marker(const PlacedPoint& placed, const std::vector<LevelMarker>& markers) {
    std::size_t main = markers.size() - 1;
    double longest = 0;
    for (std::size_t i = 0; i < markers.size(); ++i)
        for (const Component& component : placed.components) {
            if (component.level != markers[i].level) continue;
            if (component.bound) return i;
            if (component.seconds.value_or(0) > longest) longest = *component.seconds, main = i;
        }
    return main;
}

std::string name_of_point(const Point& point) {
    return point.name.empty() ? "(no name)" : visible(point.name);
}

std::string why_unplotted(const PlacedPoint& placed) {
    if (!placed.point.seconds || *placed.point.seconds <= 0) return "no time";
    if (!placed.flops) return "no FLOP known";
    if (*placed.flops == 0) return "0 FLOP";
    if (!placed.rate || !has_logarithm(*placed.rate)) return "no rate";
    const bool bytes_known = std::any_of(placed.point.bytes.begin(), placed.point.bytes.end(),
                                         [](const ByteCount& bytes) { return bytes.count > 0; });
    return bytes_known ? "no intensity" : "no bytes known";
}

std::string what_is_known(const PlacedPoint& placed) {
    std::string detail;
    const auto add = [&detail](const std::string& part) { detail += (detail.empty() ? "" : ", ") + part; };
    if (placed.rate && has_logarithm(*placed.rate)) add(quantity(*placed.rate, "FLOP/s"));
    for (const auto& [level, bandwidth] : placed.bandwidth())
        if (has_logarithm(bandwidth) && (placed.bound.empty() || placed.bound == name_of(level))) {
            add(fmt::format("{} at {}", quantity(bandwidth, "B/s"), name_of(level)));
            break;
        }
    if (const auto efficiency = finite(placed.efficiency))
        add((placed.status == PlacementStatus::incomplete ? "≥ " : "") + percent(*efficiency) +
            " of its roof");
    return detail;
}

}  // namespace

std::string efficiency_text(const ChartPoint& point) {
    return (point.lower_bound ? "≥ " : "") + percent(*point.efficiency);
}

ChartPoints place_points(std::span<const PlacedPoint> shown) {
    ChartPoints out;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const PlacedPoint& placed = shown[i];
        std::vector<LevelMarker> markers = markers_of(placed);
        if (!placed.rate || !has_logarithm(*placed.rate) || markers.empty()) {
            out.unplotted.push_back({.number = i + 1,
                                     .name = name_of_point(placed.point),
                                     .reason = why_unplotted(placed),
                                     .detail = what_is_known(placed)});
            continue;
        }
        const std::size_t main = main_marker(placed, markers);
        const double share = placed.share.value_or(0);
        out.plotted.push_back({.number = i + 1,
                               .name = name_of_point(placed.point),
                               .rate = *placed.rate,
                               .markers = std::move(markers),
                               .main = main,
                               .share = std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0,
                               .bound = std::string(placed.bound),
                               .efficiency = finite(placed.efficiency),
                               .lower_bound = placed.status == PlacementStatus::incomplete,
                               .above_roof = placed.status == PlacementStatus::above_roof});
    }
    return out;
}

}  // namespace mansard::analyzer::chart
