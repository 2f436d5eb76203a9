// What the rules about Ascend's ops read: metrics of a point, by name.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::ascend {

/// The metric of this name; nothing where the point has none.
inline std::optional<double> metric(const PlacedPoint& placed, std::string_view name) {
    if (!placed.point.details) return std::nullopt;
    for (const Metric& one : placed.point.details->metrics)
        if (one.name == name) return one.value;
    return std::nullopt;
}

/// The metric whose name begins so and ends with the name of a type.
inline std::optional<double> metric_of_type(const PlacedPoint& placed, std::string_view beginning) {
    if (!placed.point.details) return std::nullopt;
    for (const Metric& one : placed.point.details->metrics)
        if (one.name.starts_with(beginning)) return one.value;
    return std::nullopt;
}

/// The ratio of a pipe ("mac", "vec", "mte2"): of either core type, or without one on older chips; 0 if none.
inline double ratio(const PlacedPoint& placed, std::string_view core, std::string_view pipe) {
    const std::string plain = std::string(pipe) + "_ratio";
    return std::max(metric(placed, std::string(core) + "_" + plain).value_or(0),
                    metric(placed, plain).value_or(0));
}

/// Core types as CANN names them (msprof op: cube, vector, mix); only its profiles have them as categories.
inline bool is_cube(const PlacedPoint& placed) {
    const std::string_view core = placed.point.category;
    return core == "AI_CORE" || core == "MIX_AIC" || core == "cube" || core == "mix";
}
inline bool is_vector(const PlacedPoint& placed) {
    const std::string_view core = placed.point.category;
    return core == "AI_VECTOR_CORE" || core == "MIX_AIV" || core == "vector" || core == "mix";
}

/// The longest call, s: where calls were seen one by one, of a statistic, or the only one.
inline std::optional<double> longest_call(const PlacedPoint& placed) {
    if (const auto microseconds = metric(placed, "longest_call_us")) return *microseconds * 1e-6;
    const Point& point = placed.point;
    if (point.details && point.details->call_seconds) return point.details->call_seconds->max;
    if (point.calls == 1) return point.seconds;
    return std::nullopt;
}

}  // namespace mansard::analyzer::ascend
