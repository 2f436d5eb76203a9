// The tables and words that the terminal and the Markdown report share.
#pragma once

#include <string>
#include <vector>

#include "analyzer/analysis.hpp"
#include "ceilings/table.hpp"

namespace mansard::analyzer {

struct PointsTableShape {
    std::size_t top = 20;             ///< rows, the longest points
    std::size_t name_columns = 60;    ///< longer names are cut in the middle
    std::vector<Level> levels{};      ///< whose intensities get a column
    std::vector<std::string> keys{};  ///< of the points in a chart, before their names; may be empty
};

/// The levels that any of the first `top` points has bytes at, from the core outwards.
std::vector<Level> levels_of(const Analysis& analysis, std::size_t top);

/// One row for each of the longest points, and one for the whole profile where there are several points.
ceilings::Table points_table(const Analysis& analysis, const PointsTableShape& shape);
/// One row for each of the longest regions (layers, ranges), which may nest and share their points.
ceilings::Table regions_table(const Analysis& analysis, const PointsTableShape& shape);
/// The roofs that were used, with value, interval, number of blocks, and what they bound.
ceilings::Table roofs_table(const Analysis& analysis);

/// The `top` longest points' least times under the roofs of every machine, and all points' together; empty
/// where there is but one machine.
ceilings::Table elsewhere_table(const Analysis& analysis, std::size_t top);
/// How to read it, and which machine suits the workload.
std::vector<std::string> elsewhere_lines(const Analysis& analysis);

/// What was analyzed under which roofs: a sentence or two, one to a line.
std::vector<std::string> headline(const Analysis& analysis);
/// How to read the points' table: one sentence for each column that is in it.
std::vector<std::string> legend(const Analysis& analysis);
/// "name: why", for shown points that are not simply placed under all their roofs.
std::vector<std::string> remarks(const Analysis& analysis, std::size_t top);

/// What one rule says: of all points if they are few, else of the longest.
struct FindingGroup {
    std::string title{};  ///< "below_all_roofs: 812 points, 63 % of the time"
    std::vector<const Finding*> shown{};
    std::size_t more = 0;      ///< points that it holds for besides
    bool same_remedy = false;  ///< one remedy stands for all that are shown
};
/// By rule, that of most time first. Up to `all` findings are all shown, of more the `few` longest of each
/// rule.
std::vector<FindingGroup> grouped_findings(const Analysis& analysis, std::size_t all, std::size_t few);

/// `name` made printable, and cut in the middle to `columns`.
std::string short_name(std::string_view name, std::size_t columns);

/// Whether the point at `row` of points_table() deserves an eye: above its roof, or far below all.
enum class RowMark : std::uint8_t { none, good, low, wrong };
RowMark mark_of(const PlacedPoint& placed);

}  // namespace mansard::analyzer
