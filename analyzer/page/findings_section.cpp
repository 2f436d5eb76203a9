// What the rules found: one group for each rule, with the points that lose most time to it.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analyzer/advice.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"

namespace mansard::analyzer::page {
namespace {

using chart::markup;

/// The same advice for the hundredth time hides what is different; every point of the table names its rules.
constexpr std::size_t most_of_a_rule = 3;

struct Group {
    std::string_view code{};
    std::vector<const Finding*> findings{};    ///< those that are spelled out, longest point first
    std::vector<const PlacedPoint*> points{};  ///< all that the rule holds for, in the same order
    double share = 0;                          ///< of the time

    std::size_t count() const { return std::max(findings.size(), points.size()); }
};

/// Those whose points take most of the time come first.
std::vector<Group> groups_of(const Analysis& analysis) {
    std::vector<Group> groups;
    std::map<std::string_view, std::size_t> places;
    for (const Finding& finding : analysis.findings) {
        const auto [place, is_new] = places.try_emplace(finding.code, groups.size());
        if (is_new) groups.push_back({.code = finding.code});
        groups[place->second].findings.push_back(&finding);
    }
    for (const PlacedPoint& placed : analysis.points)
        for (const std::string_view code : placed.findings)
            if (const auto place = places.find(code); place != places.end()) {
                Group& group = groups[place->second];
                group.points.push_back(&placed);
                const double share = placed.share.value_or(0);
                if (share > 0 && share <= 1) group.share += share;
            }
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.share > b.share; });
    return groups;
}

/// The share of the point that the finding is about; names need not be unique, places are.
std::string share_cell(const Group& group, std::size_t i) {
    if (i >= group.points.size() || group.points[i]->point.name != group.findings[i]->point) return "–";
    const auto& share = group.points[i]->share;
    return share && *share >= 0 && *share <= 1 ? markup(chart::percent(*share)) : "–";
}

void add(Table& table, const Group& group) {
    table.add_group(fmt::format("{}: {}, {} of the time", group.code, counted(group.count(), "point"),
                                chart::percent(std::min(group.share, 1.0))));
    const std::size_t shown = std::min(group.findings.size(), most_of_a_rule);
    for (std::size_t i = 0; i < shown; ++i) {
        const Finding& finding = *group.findings[i];
        table.add({.cells = {name_cell(finding.point), share_cell(group, i), markup(finding.text),
                             markup(finding.remedy)}});
    }
    if (shown < group.count())
        table.add({.cells = {fmt::format("<i>and {} more</i>", group.count() - shown), "",
                             "<i>their rows above name the rule; the JSON report has the words</i>", ""},
                   .css = "absent"});
}

}  // namespace

std::string findings_section(const Analysis& analysis) {
    if (analysis.findings.empty()) return "";
    Table table("What stands out, rule by rule, and what to do about it",
                {{"Point"}, {"Share", true}, {"Finding"}, {"Remedy"}});
    for (const Group& group : groups_of(analysis)) add(table, group);
    return "<section>\n<h2>Findings</h2>\n" + std::move(table).finish() + "</section>\n";
}

}  // namespace mansard::analyzer::page
