#include "analyzer/chart/layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "analyzer/advice.hpp"
#include "analyzer/chart/parts.hpp"
#include "analyzer/chart/text.hpp"

namespace mansard::analyzer::chart {
namespace {

std::string file_names(const Analysis& analysis) {
    std::string names;
    for (const std::string& source : analysis.sources)
        names += (names.empty() ? "" : ", ") + std::filesystem::path(source).filename().string();
    return names;
}

void draw_title(Drawing& drawing, const Analysis& analysis) {
    std::string title = "Roofline without ceilings", facts;
    const auto add = [&facts](const std::string& fact) { facts += (facts.empty() ? "" : "  ·  ") + fact; };
    if (analysis.ceilings) {
        const ceilings::Ceilings& ceilings = *analysis.ceilings;
        const std::string& model = ceilings.machine.cpu_model;
        title = "Roofline: " + (model.empty() ? "unnamed machine" : model);
        const std::size_t cores = ceilings.machine.cpus_used.size();
        if (cores > 0) add(fmt::format("{} core{}", cores, cores == 1 ? "" : "s"));
        if (!ceilings.plan.empty()) add("plan " + ceilings.plan);
        if (!ceilings.created.empty()) add("calibrated " + ceilings.created);
    }
    const std::string profiles = file_names(analysis);
    add(profiles.empty() ? "no profile" : "profile " + profiles);
    draw_heading(drawing, title, facts,
                 fmt::format("{} drawn under {}; {} listed below the chart.",
                             counted(drawing.points.plotted.size(), "point"),
                             counted(drawing.roofs.size(), "roof"), drawing.points.unplotted.size()));
}

}  // namespace

void draw_heading(Drawing& drawing, std::string_view title, std::string_view facts,
                  std::string_view description) {
    Scene& scene = drawing.scene;
    const double width = scene.plot.x1 - scene.plot.x0;
    scene.title = visible(title);
    scene.description = visible(fmt::format("{}. {}", facts, description));
    scene.texts.push_back(
        {.x = scene.plot.x0, .y = 30, .text = fit(scene.title, 18, width), .size = 18, .bold = true});
    scene.texts.push_back({.x = scene.plot.x0,
                           .y = 50,
                           .text = fit(visible(facts), 12, width),
                           .size = 12,
                           .paint = {muted, "muted"}});
}

std::span<const PlacedPoint> shown_points(const Analysis& analysis, std::size_t top) {
    return {analysis.points.data(), std::min({top, analysis.points.size(), most_points})};
}

Scene lay_out(const Analysis& analysis, std::size_t top, Extras extras) {
    const std::span<const PlacedPoint> shown = shown_points(analysis, top);
    Drawing drawing{.roofs = select_roofs(analysis, shown, extras),
                    .points = place_points(shown),
                    .notes = undrawn(analysis, shown, extras),
                    .board = LabelBoard(plot_area)};
    drawing.scene.width = chart_width;
    drawing.scene.plot = plot_area;
    draw_title(drawing, analysis);
    set_scales(drawing);
    draw_axes(drawing);
    draw_roofs(drawing);
    if (extras.ridges) draw_ridges(drawing, select_ridges(analysis, drawing.roofs));
    draw_points(drawing);
    label_roofs(drawing);
    label_points(drawing);
    draw_legend(drawing, analysis, analysis.points.size() - shown.size());
    return std::move(drawing.scene);
}

}  // namespace mansard::analyzer::chart
