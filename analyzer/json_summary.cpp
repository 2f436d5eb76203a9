#include "analyzer/json_summary.hpp"

#include <array>

#include "core/json.hpp"

namespace mansard::analyzer {

Json summary_json(const Analysis& analysis) {
    const Summary& summary = analysis.summary;
    std::array<std::size_t, Names<PlacementStatus>::table.size()> counts{};
    for (const PlacedPoint& placed : analysis.points) ++counts[static_cast<std::size_t>(placed.status)];
    Json statuses = Json::object();
    for (const auto& [status, name] : Names<PlacementStatus>::table)
        statuses[std::string(name)] = counts[static_cast<std::size_t>(status)];
    Json object{{"in", summary.in},
                {"placed", summary.placed},
                {"rejected", summary.rejected},
                {"filtered", summary.filtered},
                {"points", analysis.points.size()},
                {"statuses", statuses}};
    const auto add = [&](const char* key, const std::optional<double>& value) {
        if (value) object[key] = *value;
    };
    add("seconds_busy", summary.seconds_busy);
    add("seconds_wall", summary.seconds_wall);
    add("efficiency_by_points", summary.efficiency_by_points);
    return object;
}

}  // namespace mansard::analyzer
