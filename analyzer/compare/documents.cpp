#include "analyzer/compare/documents.hpp"

#include <fmt/format.h>

#include <array>

#include "analyzer/compare/evidence.hpp"
#include "ceilings/table.hpp"
#include "core/json.hpp"
#include "core/quantity.hpp"
#include "core/version.hpp"

namespace mansard::analyzer {
namespace {

Json delta_json(const Delta& delta) {
    return {{"before", or_null(delta.before)},
            {"after", or_null(delta.after)},
            {"ratio", or_null(delta.ratio())}};
}

Json bounds_json(const AtLeast& at_least) {
    return {{"before", at_least.before}, {"after", at_least.after}};
}

Json levels_json(const Pair& pair) {
    Json levels = Json::array();
    for (const LevelDelta& level : pair.levels)
        levels.push_back({{"level", std::string(name_of(level.level))},
                          {"basis", std::string(name_of(level.basis))},
                          {"bytes", delta_json(level.bytes)},
                          {"read", delta_json(level.read)},
                          {"written", delta_json(level.written)},
                          {"intensity", delta_json(level.intensity)},
                          {"lower_bound", bounds_json(level.at_least)}});
    return levels;
}

Json text_or_null(const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

Json pair_json(const Pair& pair) {
    return {{"name", pair.name},
            {"name_after", pair.name_after},
            {"detail", text_or_null(pair.detail)},
            {"merged", pair.merged},
            {"calls", delta_json(pair.calls)},
            {"seconds", delta_json(pair.seconds)},
            {"total_seconds", delta_json(pair.total_seconds)},
            {"total_at_same_work",
             pair.total_at_same_work ? delta_json(*pair.total_at_same_work) : Json(nullptr)},
            {"calls_changed", pair.calls_changed},
            {"ci95", pair.time_ratio ? Json{pair.time_ratio->low, pair.time_ratio->high} : Json(nullptr)},
            {"repeated", pair.repeated},
            {"flops", delta_json(pair.flops)},
            {"flops_lower_bound", bounds_json(pair.flops_at_least)},
            {"rate", delta_json(pair.rate)},
            {"efficiency", delta_json(pair.efficiency)},
            {"status_before", std::string(name_of(pair.status_before))},
            {"status_after", std::string(name_of(pair.status_after))},
            {"levels", levels_json(pair)},
            {"bound_before", text_or_null(pair.bound_before)},
            {"bound_after", text_or_null(pair.bound_after)},
            {"verdict", std::string(pair.verdict)},
            {"reason", pair.reason},
            {"notes", pair.notes}};
}

Json side_json(const Analysis& analysis) {
    return {{"sources", analysis.sources}, {"formats", analysis.formats}};
}

Json expectation_json(const ExpectationResult& one) {
    return {{"expression", one.expression},
            {"point", one.point},
            {"outcome", std::string(name_of(one.outcome))},
            {"reason", one.reason},
            {"missing", one.missing}};
}

Json prediction_json(const Predicted& one) {
    return {{"model", one.model}, {"point", one.point},         {"quantity", one.quantity},
            {"unit", one.unit},   {"predicted", one.predicted}, {"measured", or_null(one.measured)},
            {"how", one.how}};
}

template <typename Elements, typename Function>
Json array_of(const Elements& elements, const Function& convert) {
    Json array = Json::array();
    for (const auto& element : elements) array.push_back(convert(element));
    return array;
}

std::string cell(const std::optional<double>& value) {
    return value ? exact(*value) : "";
}

}  // namespace

std::string comparison_json(const Comparison& comparison) {
    return to_text({{"schema", std::string(comparison_schema)},
                    {"tool_version", std::string(version())},
                    {"created", utc_now()},
                    {"context",
                     {{"before", side_json(comparison.before)},
                      {"after", side_json(comparison.after)},
                      {"ceilings", text_or_null(comparison.before.ceilings_source)}}},
                    {"whole", comparison.whole ? pair_json(*comparison.whole) : Json(nullptr)},
                    {"whole_measured",
                     comparison.whole_measured ? pair_json(*comparison.whole_measured) : Json(nullptr)},
                    {"points", array_of(comparison.pairs, pair_json)},
                    {"only_before", comparison.only_before},
                    {"only_after", comparison.only_after},
                    {"ambiguous", comparison.ambiguous},
                    {"expectations", array_of(comparison.expectations, expectation_json)},
                    {"predictions", array_of(comparison.predictions, prediction_json)},
                    {"notes", to_json(comparison.notes)}});
}

std::string comparison_csv(const Comparison& comparison) {
    static constexpr std::array shown{Level::shared, Level::L1, Level::L2, Level::L3, Level::DRAM};
    ceilings::Table table{.columns = {{"name"},
                                      {"name_after"},
                                      {"seconds_before"},
                                      {"seconds_after"},
                                      {"time_ratio"},
                                      {"time_ratio_low"},
                                      {"time_ratio_high"},
                                      {"flops_ratio"}}};
    for (const Level level : shown) table.columns.push_back({fmt::format("bytes_{}_ratio", name_of(level))});
    for (const char* title : {"bound_before", "bound_after", "efficiency_before", "efficiency_after",
                              "verdict", "reason", "calls_before", "calls_after"})
        table.columns.push_back({title});
    for (const Pair& pair : comparison.pairs) {
        std::vector<std::string> row{pair.name,
                                     pair.name_after,
                                     cell(pair.seconds.before),
                                     cell(pair.seconds.after),
                                     cell(pair.seconds.ratio()),
                                     pair.time_ratio ? exact(pair.time_ratio->low) : "",
                                     pair.time_ratio ? exact(pair.time_ratio->high) : "",
                                     pair.flops_at_least.any() ? "" : cell(pair.flops.ratio())};
        for (const Level level : shown) {
            const LevelDelta* const delta = pair.at(level);
            // A cell cannot say that it is a bound.
            row.push_back(delta != nullptr && is_comparable(*delta) ? cell(delta->bytes.ratio()) : "");
        }
        row.insert(row.end(), {pair.bound_before, pair.bound_after, cell(pair.efficiency.before),
                               cell(pair.efficiency.after), std::string(pair.verdict), pair.reason,
                               cell(pair.calls.before), cell(pair.calls.after)});
        table.rows.push_back(std::move(row));
    }
    return ceilings::to_csv(table);
}

}  // namespace mansard::analyzer
