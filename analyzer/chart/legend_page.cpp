#include "analyzer/chart/legend_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/quantity.hpp"

namespace mansard::analyzer::chart {
namespace {

constexpr double left = legend_left, right = legend_right, roof_columns_end = legend_roofs_end;
constexpr std::size_t most_listed = most_listed_points;
constexpr Paint soft{muted, "muted"};

/// Points with different read:write mixes have different roofs: then from the lowest to the highest.
std::string value_text(const ChartRoof& roof) {
    const std::string value = with_interval(roof.value, roof.unit, roof.interval);
    return roof.low < roof.value * 0.995 ? quantity(roof.low, roof.unit) + " … " + value : value;
}

}  // namespace

double list_roofs(Page page, const Drawing& drawing) {
    if (drawing.roofs.empty()) {
        page.write(left, roof_columns_end, "No ceilings were given: points stand without roofs.", soft);
        page.advance();
        return page.y();
    }
    const bool any_compute = drawing.roofs.front().kind == Kind::compute;
    const bool intervals = std::any_of(drawing.roofs.begin(), drawing.roofs.end(),
                                       [](const ChartRoof& roof) { return roof.interval.has_value(); });
    page.write(left, 296, "Roofs", {}, true);
    page.write(300, 514, intervals ? "value [interval]" : "value", soft);
    if (any_compute) page.write(520, roof_columns_end, "ridge", soft);
    page.advance();
    for (const ChartRoof& roof : drawing.roofs) {
        page.rule(left, left + 44, paint_of(roof), roof.proven() ? 2 : 1.4, dash_of(roof));
        std::string name = roof.name;
        if (!roof.proven()) name += fmt::format(" ({})", status_word(roof));
        page.write(left + 54, 296, name);
        page.write(300, 514, value_text(roof));
        if (const auto top = highest(drawing.roofs, Kind::compute, roof); top && roof.kind == Kind::bandwidth)
            page.write(520, roof_columns_end, plain(std::pow(10.0, *top) / roof.value) + " FLOP/B");
        page.advance();
    }
    if (std::any_of(drawing.roofs.begin(), drawing.roofs.end(),
                    [](const auto& roof) { return !roof.proven(); })) {
        page.write(left, roof_columns_end, "Short dashes: not measured here, or a check failed.", soft);
        page.advance();
    }
    return page.y();
}

void list_unplotted(Page& page, const std::vector<Unplotted>& unplotted) {
    if (unplotted.empty()) return;
    page.write(left, right, fmt::format("Not on the chart: {}", unplotted.size()), {}, true);
    page.advance();
    const std::size_t listed = std::min(unplotted.size(), most_listed);
    for (std::size_t i = 0; i < listed; ++i) {
        const Unplotted& point = unplotted[i];
        std::string facts = point.reason;
        if (!point.detail.empty()) facts += "; " + point.detail;
        if (point.number > 0) page.write(left, left + 30, std::to_string(point.number), {}, true);
        page.write(left + 32, 420, point.name);
        page.write(430, right, facts, soft);
        page.advance();
    }
    if (listed == unplotted.size()) return;
    std::map<std::string, std::size_t> reasons;
    for (std::size_t i = listed; i < unplotted.size(); ++i) ++reasons[unplotted[i].reason];
    std::string rest;
    for (const auto& [reason, count] : reasons)
        rest += fmt::format("{}{} with {}", rest.empty() ? "" : ", ", count, reason);
    page.write(left + 32, right, "and " + rest, soft);
    page.advance();
}

}  // namespace mansard::analyzer::chart
