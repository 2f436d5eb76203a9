#include "analyzer/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <set>

#include "analyzer/advice.hpp"
#include "analyzer/beyond_roof.hpp"
#include "analyzer/lower_bounds.hpp"
#include "analyzer/point_names.hpp"
#include "analyzer/verdict.hpp"
#include "core/characters.hpp"
#include "core/error.hpp"
#include "core/quantity.hpp"
#include "core/utf8.hpp"

namespace mansard::analyzer {
namespace {

using ceilings::Align;
using ceilings::Table;

/// si() without a unit: "47.3 G", and "5" without a trailing space.
std::string number(std::optional<double> value) {
    if (!value) return {};
    std::string text = si(*value, "");
    if (text.ends_with(' ')) text.pop_back();
    return text;
}

std::string efficiency_text(const PlacedPoint& placed) {
    if (!placed.efficiency) return {};
    const std::string text =
        *placed.efficiency < 1e4 ? percent(*placed.efficiency) : plain(*placed.efficiency) + " ×";
    if (placed.status == PlacementStatus::incomplete) return "≥ " + text;
    return placed.status == PlacementStatus::above_roof || is_beyond_roof(placed.efficiency) ? text + " !"
                                                                                             : text;
}

std::string bound_cell(const PlacedPoint& placed) {
    if (!placed.bound.empty()) return std::string(placed.bound);
    switch (placed.status) {
        case PlacementStatus::no_time:
            return "(no time)";
        case PlacementStatus::no_work:
            return "(no work)";
        case PlacementStatus::no_roofs:
            return "";
        default:
            return "?";
    }
}

std::string attainable_text(const PlacedPoint& placed) {
    if (!placed.attainable) return {};
    const bool bytes = placed.flops && *placed.flops == 0;
    return bytes ? si(*placed.attainable, "B/s") : number(placed.attainable);
}

std::vector<std::string> row_of(const PlacedPoint& placed, const PointsTableShape& shape,
                                std::string_view key, const std::string& name) {
    const std::string before = shape.keys.empty() ? "" : fmt::format("{} ", key);
    std::vector<std::string> row{
        before + name, placed.point.seconds ? si(*placed.point.seconds, "s") : "",
        placed.share ? percent(*placed.share) : "",
        placed.rate ? std::string(rate_mark(placed.point)) + number(placed.rate) : ""};
    const LevelValues intensities = placed.intensity();
    for (const Level level : shape.levels) {
        const auto found = std::find_if(intensities.begin(), intensities.end(),
                                        [level](const auto& value) { return value.first == level; });
        row.push_back(found == intensities.end()
                          ? ""
                          : std::string(intensity_mark(placed.point, level)) + plain(found->second));
    }
    row.insert(row.end(), {bound_cell(placed), attainable_text(placed), efficiency_text(placed)});
    return row;
}

std::vector<ceilings::Column> columns_of(std::string first, const PointsTableShape& shape) {
    std::vector<ceilings::Column> columns{
        {std::move(first)}, {"time", Align::right}, {"share", Align::right}, {"FLOP/s", Align::right}};
    for (const Level level : shape.levels)
        columns.push_back({fmt::format("F/B {}", name_of(level)), Align::right});
    columns.insert(columns.end(), {{"bound"}, {"attainable", Align::right}, {"efficiency", Align::right}});
    return columns;
}

/// What tells the ceilings files of `analysis` apart: the ends of their paths, as short as they differ.
std::vector<std::string> titles_of_elsewhere(const Analysis& analysis) {
    std::vector<std::filesystem::path> rests;
    std::vector<std::string> titles;
    for (const Elsewhere& other : analysis.elsewhere) {
        const std::filesystem::path path(other.source);
        rests.push_back(path.parent_path());
        titles.push_back(path.filename().string());
    }
    constexpr int most_folders = 8;  // whoever names one file twice gets one title twice
    for (int i = 0; i < most_folders && std::set(titles.begin(), titles.end()).size() < titles.size(); ++i)
        for (std::size_t at = 0; at < titles.size(); ++at) {
            if (!rests[at].has_filename()) continue;
            titles[at] = rests[at].filename().string() + "/" + titles[at];
            rests[at] = rests[at].parent_path();
        }
    for (std::string& title : titles) title = short_name(title, 24);
    return titles;
}

/// "79.2 … 80.8 GB/s".
std::string range_text(double low, double high, std::string_view unit) {
    std::string from = si(low, unit);
    std::string to = si(high, unit);
    if (from == to) return to;
    // The unit once, if both have the same.
    const std::size_t space = from.find(' ');
    if (to.ends_with(from.substr(space))) from.resize(space);
    return from + " … " + to;
}

/// The 95 % interval, or the range that stands in its place, named so; empty where there is none.
std::string interval_text(const UsedRoof& roof) {
    if (!roof.interval) return "";
    const std::string text = range_text(roof.interval->low, roof.interval->high, roof.unit);
    return roof.is_range ? text + " (range)" : text;
}

}  // namespace

std::string short_name(std::string_view name, std::size_t columns) {
    std::string text = printable(name, 1000);
    const std::size_t width = display_width(text);
    if (width <= columns || columns < 3) return text;
    const std::size_t tail = (columns - 1) / 2, head = columns - 1 - tail;
    std::size_t cut = bytes_within(text, width - tail);
    // A wide character across the cut goes too.
    if (display_width(std::string_view(text).substr(cut)) > tail) cut = bytes_within(text, width - tail + 1);
    return text.substr(0, bytes_within(text, head)) + "…" + text.substr(cut);
}

std::vector<Level> levels_of(const Analysis& analysis, std::size_t top) {
    std::set<Level> levels;
    for (std::size_t i = 0; i < std::min(top, analysis.points.size()); ++i)
        for (const auto& [level, value] : analysis.points[i].intensity()) levels.insert(level);
    return {levels.begin(), levels.end()};
}

Table points_table(const Analysis& analysis, const PointsTableShape& shape) {
    Table table{.columns = columns_of("point", shape)};
    const std::vector<std::string> names = point_names(analysis, shape.top, shape.name_columns);
    for (std::size_t i = 0; i < names.size(); ++i)
        table.rows.push_back(
            row_of(analysis.points[i], shape, i < shape.keys.size() ? shape.keys[i] : " ", names[i]));
    if (analysis.points.size() > 1)
        for (const PlacedPoint& program : analysis.program)
            // A sum that lacks everything that some point lacks may say nothing.
            if (program.status != PlacementStatus::no_work)
                table.rows.push_back(
                    row_of(program, shape, " ", short_name(program.point.name, shape.name_columns)));
    return table;
}

Table regions_table(const Analysis& analysis, const PointsTableShape& shape) {
    Table table{.columns = columns_of("region", shape)};
    std::vector<const PlacedPoint*> longest;
    for (const PlacedPoint& region : analysis.regions) longest.push_back(&region);
    std::ranges::stable_sort(longest, std::greater<>(),
                             [](const PlacedPoint* region) { return region->point.seconds.value_or(0); });
    longest.resize(std::min(shape.top, longest.size()));
    for (const PlacedPoint* region : longest)
        table.rows.push_back(row_of(*region, shape, " ", short_name(region->point.name, shape.name_columns)));
    return table;
}

Table roofs_table(const Analysis& analysis) {
    const bool ranges_alone = std::ranges::all_of(
        analysis.roofs, [](const UsedRoof& roof) { return roof.is_range || !roof.interval; });
    Table table{.columns = {{"roof"},
                            {"value", Align::right},
                            {ranges_alone ? "interval" : "95 % interval", Align::right},
                            {"blocks", Align::right},
                            {"status"},
                            {"bounds", Align::right}}};
    for (const UsedRoof& roof : analysis.roofs) {
        table.rows.push_back({roof.name, range_text(roof.low, roof.high, roof.unit), interval_text(roof),
                              std::to_string(roof.samples), std::string(name_of(roof.status)),
                              std::to_string(roof.bound)});
    }
    return table;
}

Table elsewhere_table(const Analysis& analysis, std::size_t top) {
    if (analysis.elsewhere.empty()) return {};
    const auto seconds = [](const OptionalNumber& value) { return value ? si(*value, "s") : "–"; };
    Table table{.columns = {{"point"}, {"measured", Align::right}, {"least time: own", Align::right}}};
    for (const std::string& title : titles_of_elsewhere(analysis))
        table.columns.push_back({title, Align::right});
    for (std::size_t i = 0; i < std::min(top, analysis.points.size()); ++i) {
        const PlacedPoint& placed = analysis.points[i];
        std::vector<std::string> row{short_name(placed.point.name, 40), seconds(placed.point.seconds),
                                     seconds(least_seconds(placed))};
        for (const Elsewhere& other : analysis.elsewhere) row.push_back(seconds(other.least_seconds[i]));
        table.rows.push_back(std::move(row));
    }
    std::vector<std::string> all{"all points", seconds(analysis.summary.seconds_busy),
                                 seconds(total_least_seconds(analysis))};
    for (const Elsewhere& other : analysis.elsewhere) all.push_back(seconds(other.total_seconds));
    if (analysis.points.size() > 1) table.rows.push_back(std::move(all));
    return table;
}

std::vector<std::string> elsewhere_lines(const Analysis& analysis) {
    std::vector<std::string> lines{
        "Least time: what the roofs of a machine allow for the same FLOPs and bytes. Caches of other sizes "
        "would make other traffic, and nothing was measured there. –: that machine's ceilings lack a roof."};
    for (const Elsewhere& other : analysis.elsewhere)
        if (!other.machine.empty())
            lines.push_back(
                fmt::format("{}: the roofs of {}.", printable(other.source), printable(other.machine)));
    for (const Elsewhere& other : analysis.elsewhere)
        if (other.unknown > 0)
            lines.push_back(fmt::format("{}: {} without a least time.", printable(other.source),
                                        counted(other.unknown, "point")));
    if (std::string best = best_machine(analysis); !best.empty()) lines.push_back(std::move(best));
    return lines;
}

std::vector<std::string> headline(const Analysis& analysis) {
    std::string sources;
    for (std::size_t i = 0; i < analysis.sources.size(); ++i)
        sources +=
            fmt::format("{}{} ({})", i ? ", " : "", printable(analysis.sources[i]), analysis.formats[i]);
    std::vector<std::string> lines{sources};
    if (analysis.ceilings) {
        const ceilings::Ceilings& roofs = *analysis.ceilings;
        const Machine& machine = roofs.machine;
        // Other tools' files name no machine; when their roofs or a datasheet's were measured is not known.
        const auto all_are = [&roofs](ceilings::Status status) {
            return !roofs.roofs.empty() &&
                   std::ranges::all_of(roofs.roofs, [&](const auto& roof) { return roof.status == status; });
        };
        const std::string where = machine.cpu_model.empty()
                                      ? "a machine without a name"
                                      : fmt::format("{}, {}", printable(machine.cpu_model),
                                                    counted(machine.cpus_used.size(), "core"));
        lines.push_back(fmt::format("under the roofs of {}: {}, {} {} (plan {})",
                                    printable(analysis.ceilings_source), where,
                                    all_are(ceilings::Status::imported)   ? "imported"
                                    : all_are(ceilings::Status::declared) ? "declared; read"
                                                                          : "measured",
                                    printable(roofs.created), printable(roofs.plan)));
    } else {
        lines.push_back("without ceilings: pass --ceilings FILE to see what bounds each point");
    }
    const Summary& summary = analysis.summary;
    std::string counts =
        fmt::format("{}: {} in {}, {} rejected", counted(summary.in, "record"), summary.placed,
                    counted(analysis.points.size(), "point"), summary.rejected);
    if (summary.filtered > 0) counts += fmt::format("; {} left out by the filter", summary.filtered);
    if (summary.seconds_busy) counts += fmt::format("; {} in all", si(*summary.seconds_busy, "s"));
    lines.push_back(counts);
    return lines;
}

std::vector<std::string> legend(const Analysis& analysis) {
    std::vector<std::string> lines{
        "time: of all calls together. share: of the profile's busy time (the sum is more where points ran "
        "side "
        "by side). F/B: FLOPs for each byte that moves at that level of memory (its intensity)."};
    if (analysis.ceilings)
        lines.push_back(
            "bound: what needs most time at its measured roof, the arithmetic (compute) or a level of "
            "memory. attainable: "
            "FLOP/s (or B/s) if the point ran at that roof. efficiency: the time needed at that roof ÷ the "
            "time taken; ≥ "
            "where something is unknown, ! where a point is faster than its roof.");
    return lines;
}

namespace {

/// Whether a finding about the point begins with its note.
bool is_told(const Analysis& analysis, const PlacedPoint& placed, std::string_view note) {
    if (placed.findings.empty()) return false;
    return std::any_of(analysis.findings.begin(), analysis.findings.end(), [&](const Finding& finding) {
        return finding.text.starts_with(note) && finding.point == placed.point.name;
    });
}

}  // namespace

std::vector<std::string> remarks(const Analysis& analysis, std::size_t top) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < std::min(top, analysis.points.size()); ++i) {
        const PlacedPoint& placed = analysis.points[i];
        // What is above its roof is a finding, and told there.
        if (!placed.reason.empty() && placed.status != PlacementStatus::above_roof)
            lines.push_back(fmt::format("{} ({}): {}", short_name(placed.point.name, 60),
                                        name_of(placed.status), printable(placed.reason, 600)));
        for (const std::string& note : placed.point.notes) {
            if (is_told(analysis, placed, note)) continue;
            lines.push_back(fmt::format("{}: {}", short_name(placed.point.name, 60), printable(note, 600)));
        }
    }
    return lines;
}

std::vector<FindingGroup> grouped_findings(const Analysis& analysis, std::size_t all, std::size_t few) {
    std::vector<FindingCount> counts = analysis.finding_counts;
    std::size_t total = 0;
    for (const FindingCount& count : counts) total += count.points;
    std::stable_sort(counts.begin(), counts.end(),
                     [](const FindingCount& a, const FindingCount& b) { return a.seconds > b.seconds; });
    const double busy = analysis.summary.seconds_busy.value_or(0);
    std::vector<FindingGroup> groups;
    for (const FindingCount& count : counts) {
        FindingGroup group{.title = fmt::format("{}: {}", count.code, counted(count.points, "point"))};
        if (const auto share = quotient(count.seconds, busy))
            group.title += fmt::format(", {} of the time", percent(*share));
        const std::size_t most = total <= all ? count.points : few;
        for (const Finding& finding : analysis.findings)
            if (finding.code == count.code && group.shown.size() < most) group.shown.push_back(&finding);
        group.more = count.points - std::min(count.points, group.shown.size());
        group.same_remedy = std::all_of(group.shown.begin(), group.shown.end(), [&](const Finding* finding) {
            return finding->remedy == group.shown.front()->remedy;
        });
        groups.push_back(std::move(group));
    }
    return groups;
}

RowMark mark_of(const PlacedPoint& placed) {
    if (placed.status == PlacementStatus::above_roof) return RowMark::wrong;
    if (placed.status != PlacementStatus::placed || !placed.efficiency) return RowMark::none;
    if (placed.findings.contains("near_roof")) return RowMark::good;
    return placed.findings.contains("below_all_roofs") || placed.findings.contains("waited") ? RowMark::low
                                                                                             : RowMark::none;
}

}  // namespace mansard::analyzer
