#include <algorithm>

#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/selection.hpp"

namespace mansard::analyzer::chart {

using ceilings::Roof;

std::vector<ChartRidge> select_ridges(const Analysis& analysis, std::span<const ChartRoof> roofs) {
    std::vector<ChartRidge> ridges;
    if (!analysis.ceilings) return ridges;
    for (const ChartRoof& line : roofs) {
        const auto same = [&](const ChartRidge& ridge) {
            return ridge.level == line.level && ridge.scope == line.scope;
        };
        if (!line.level || std::any_of(ridges.begin(), ridges.end(), same)) continue;
        ChartRidge ridge{.level = *line.level, .scope = line.scope};
        for (const Roof& roof : analysis.ceilings->roofs)
            if (roof.target.kind == Kind::ridge && roof.target.level == line.level &&
                roof.target.scope == line.scope && roof.target.intensity && is_drawable(roof))
                ridge.samples.push_back({*roof.target.intensity, *roof.value});
        std::sort(ridge.samples.begin(), ridge.samples.end(),
                  [](const auto& a, const auto& b) { return a.intensity < b.intensity; });
        if (ridge.samples.size() > 1) ridges.push_back(std::move(ridge));
    }
    return ridges;
}

std::vector<std::string> undrawn(const Analysis& analysis, std::span<const PlacedPoint> shown,
                                 Extras extras) {
    std::vector<std::string> notes;
    if (!analysis.ceilings) {
        if (extras.optimizations || extras.ridges || extras.roofs || extras.in_flight)
            notes.emplace_back("There is nothing to draw besides the points: no ceilings were given.");
        return notes;
    }
    const auto roofs = select_roofs(analysis, shown, {.roofs = extras.roofs});
    if (extras.optimizations &&
        select_roofs(analysis, shown, {.optimizations = true, .roofs = extras.roofs}).size() == roofs.size())
        notes.emplace_back(
            "No roofs of unoptimized code to draw: the ceilings have none of these number types and threads "
            "(the standard plan measures some).");
    if (extras.in_flight &&
        select_roofs(analysis, shown, {.roofs = extras.roofs, .in_flight = true}).size() == roofs.size())
        notes.emplace_back(
            "No roofs by bytes in flight to draw: the ceilings have none of these levels (the standard plan "
            "measures them on GPUs).");
    if (extras.ridges && select_ridges(analysis, roofs).empty())
        notes.emplace_back(
            "No measured ridges to draw: the ceilings have none of these levels and threads (the standard "
            "plan measures some).");
    return notes;
}

}  // namespace mansard::analyzer::chart
