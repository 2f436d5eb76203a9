#include "analyzer/compare/comparison.hpp"

#include <algorithm>
#include <cmath>

#include "core/embedded.hpp"
#include "core/json.hpp"

namespace mansard::analyzer {

Thresholds comparison_thresholds() {
    const std::string source = "configs/analyze/comparison.json";
    const Json document = parse_json(embedded_file(source), source);
    const auto number = [&](std::string_view key) { return number_member(document, key, source); };
    return {.time_unchanged = number("time_unchanged"),
            .single_run = number("single_run"),
            .flops_unchanged = number("flops_unchanged"),
            .bytes_unchanged = number("bytes_unchanged"),
            .levels_alike = number("levels_alike"),
            .clock_unchanged = number("clock_unchanged"),
            .likely_pair = number("likely_pair"),
            .explains = number("explains")};
}

std::optional<double> Delta::ratio() const {
    if (!before || !after || *before == 0) return std::nullopt;
    const double value = *after / *before;
    return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

const LevelDelta* Pair::at(Level level) const {
    const auto found = std::find_if(levels.begin(), levels.end(),
                                    [level](const LevelDelta& one) { return one.level == level; });
    return found == levels.end() ? nullptr : &*found;
}

}  // namespace mansard::analyzer
