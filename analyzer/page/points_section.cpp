#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "analyzer/beyond_roof.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/lower_bounds.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer::page {
namespace {

using chart::markup;
using chart::percent;
using chart::quantity;

std::string quantity_cell(const std::optional<double>& value, std::string_view unit) {
    return value && std::isfinite(*value) ? markup(quantity(*value, unit)) : "–";
}

std::string percent_cell(const std::optional<double>& fraction) {
    return fraction && std::isfinite(*fraction) ? markup(percent(*fraction)) : "–";
}

/// The number, and a bar for the eye. What is above its roof is an error and no bar can show it.
std::string efficiency_cell(const PlacedPoint& placed) {
    if (!placed.efficiency || !std::isfinite(*placed.efficiency)) return "–";
    const std::string number = markup(percent(*placed.efficiency));
    if (placed.status == PlacementStatus::above_roof)
        return fmt::format("<strong class=\"error\">{}<br>above its roof</strong>", number);
    return fmt::format(
        "{}{}{}<span class=\"bar\" aria-hidden=\"true\"><span style=\"width:{}%\"></span></span>",
        placed.status == PlacementStatus::incomplete ? "≥ " : "", number,
        is_beyond_roof(placed.efficiency)
            ? " <span title=\"beyond its roof, which does not bound it\">!</span>"
            : "",
        chart::px(std::clamp(*placed.efficiency, 0.0, 1.0) * 100));
}

std::string intensity_cell(const PlacedPoint& placed, Level level) {
    for (const auto& [at, value] : placed.intensity())
        if (at == level)
            return placed.bound == name_of(level)
                       ? fmt::format("<b>{}</b>", plain(value))
                       : std::string(intensity_mark(placed.point, level)) + plain(value);
    return "–";
}

std::string remarks(const PlacedPoint& placed) {
    std::string text;
    if (placed.status != PlacementStatus::placed)
        text = fmt::format("<b>{}</b>{}", name_of(placed.status),
                           placed.reason.empty() ? "" : ": " + markup(placed.reason));
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : "<br>") + part; };
    for (const std::string_view code : placed.findings) add(fmt::format("<code>{}</code>", markup(code)));
    for (const std::string& note : placed.point.notes) add(markup(note));
    return text;
}

Row row_of(const PlacedPoint& placed, const std::string& number, const std::set<Level>& levels) {
    const bool moves_only = placed.flops && *placed.flops == 0;
    Row row{.cells = {number, name_cell(placed.point.name), quantity_cell(placed.point.seconds, "s"),
                      percent_cell(placed.share), quantity_cell(placed.rate, "FLOP/s")},
            .css = placed.status == PlacementStatus::above_roof ? "error-row" : "",
            .heading = 1};
    for (const Level level : levels) row.cells.push_back(intensity_cell(placed, level));
    row.cells.push_back(placed.bound.empty() ? "–" : markup(placed.bound));
    row.cells.push_back(quantity_cell(placed.attainable, moves_only ? "B/s" : "FLOP/s"));
    row.cells.push_back(efficiency_cell(placed));
    row.cells.push_back(remarks(placed));
    return row;
}

/// How many points each status has, those without any left out.
std::string statuses(const Analysis& analysis) {
    std::map<PlacementStatus, std::size_t> counts;
    for (const PlacedPoint& placed : analysis.points) ++counts[placed.status];
    std::string text;
    for (const auto& [status, count] : counts) {
        const std::string part = fmt::format("{} {}", count, name_of(status));
        text +=
            (text.empty() ? "" : ", ") +
            (status == PlacementStatus::above_roof ? "<strong class=\"error\">" + part + "</strong>" : part);
    }
    return text.empty() ? "" : fmt::format(" Points: {}.", text);
}

std::string totals(const Analysis& analysis) {
    const Summary& summary = analysis.summary;
    std::string text =
        fmt::format("{} records: {} placed, {} rejected", summary.in, summary.placed, summary.rejected);
    if (summary.filtered > 0) text += fmt::format(", {} filtered out", summary.filtered);
    text += '.';
    if (summary.seconds_busy) text += fmt::format(" Busy {}", quantity(*summary.seconds_busy, "s"));
    if (summary.seconds_busy && summary.seconds_wall)
        text += fmt::format(" of {}", quantity(*summary.seconds_wall, "s"));
    if (summary.seconds_busy) text += '.';
    return markup(text) + statuses(analysis);
}

}  // namespace

std::string points_section(const Analysis& analysis, std::size_t top) {
    const std::size_t count = std::min({top, analysis.points.size(), most_rows});
    std::set<Level> levels;
    for (std::size_t i = 0; i < count; ++i)
        for (const auto& [level, value] : analysis.points[i].intensity()) levels.insert(level);
    std::vector<Column> columns{{"#", true}, {"Name"}, {"Time", true}, {"Share", true}, {"Rate", true}};
    for (const Level level : levels) columns.push_back({fmt::format("FLOP/B {}", name_of(level)), true});
    columns.insert(columns.end(), {{"Bound"}, {"Attainable", true}, {"Efficiency", true}, {"Remarks"}});

    std::string html = "<section>\n<h2>Points</h2>\n<p>" + totals(analysis) + "</p>\n";
    if (count == 0) return html + "<p>There are no points.</p>\n</section>\n";
    const std::string caption = count < analysis.points.size() ? fmt::format("The {} longest of {} points",
                                                                             count, analysis.points.size())
                                                               : "All points, longest first";
    Table table(caption, columns);
    for (std::size_t i = 0; i < count; ++i)
        table.add(row_of(analysis.points[i], std::to_string(i + 1), levels));
    if (!analysis.program.empty()) table.begin_foot();
    for (std::size_t i = 0; i < analysis.program.size() && i < most_messages; ++i)
        table.add(row_of(analysis.program[i], "", levels));
    return html + std::move(table).finish() + "</section>\n";
}

}  // namespace mansard::analyzer::page
