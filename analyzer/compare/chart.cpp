#include "analyzer/compare/chart.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "analyzer/advice.hpp"
#include "analyzer/chart/layout.hpp"
#include "analyzer/compare/chart_parts.hpp"

namespace mansard::analyzer {
namespace {

std::string files_of(const Analysis& analysis) {
    std::string names;
    for (const std::string& source : analysis.sources)
        names += (names.empty() ? "" : ", ") + std::filesystem::path(source).filename().string();
    return names.empty() ? "no profile" : names;
}

void draw_title(chart::Drawing& drawing, const ComparisonPoints& points, const Comparison& comparison) {
    std::string title = "Before → after",
                facts = files_of(comparison.before) + " → " + files_of(comparison.after);
    if (const auto& ceilings = comparison.after.ceilings) {
        const std::string& model = ceilings->machine.cpu_model;
        title += ": " + (model.empty() ? "unnamed machine" : model);
        if (!ceilings->created.empty()) facts += "  ·  calibrated " + ceilings->created;
    }
    draw_heading(drawing, title, facts,
                 fmt::format("{} drawn as arrows under {}, {} without a partner; {} listed below the chart.",
                             counted(points.pairs.size(), "pair"), counted(drawing.roofs.size(), "roof"),
                             counted(points.lone.size(), "point"), points.unplotted.size()));
}

}  // namespace

chart::Scene lay_out_comparison(const Comparison& comparison, std::size_t top) {
    const ComparisonPoints points = comparison_points(comparison, top);
    chart::Drawing drawing{.roofs = comparison_roofs(comparison, top),
                           .points = {.plotted = dots_of(points), .unplotted = points.unplotted},
                           .board = chart::LabelBoard(chart::plot_area)};
    drawing.scene.width = chart::chart_width;
    drawing.scene.plot = chart::plot_area;
    draw_title(drawing, points, comparison);
    set_scales(drawing);
    draw_axes(drawing);
    draw_roofs(drawing);
    draw_pairs(drawing, points);
    label_roofs(drawing);
    label_pairs(drawing, points);
    draw_comparison_legend(drawing, points, comparison);
    return std::move(drawing.scene);
}

}  // namespace mansard::analyzer
