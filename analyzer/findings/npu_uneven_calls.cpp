// An op of an NPU, or a type of op, with a call far longer than its average one.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyzer/ascend/metric_names.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"longest_over_average_above"};

std::optional<double> over_average(const PlacedPoint& placed) {
    const Point& point = placed.point;
    const std::string_view category = point.category;
    const bool npu = ascend::is_cube(placed) || ascend::is_vector(placed) || category == "AI_CPU";
    const auto longest = ascend::longest_call(placed);
    if (!npu || !longest || !point.seconds || *point.seconds <= 0 || point.calls <= 1) return std::nullopt;
    return *longest * point.calls / *point.seconds;
}

/// Of all ops of its type, where it has the longest call of them.
double over_average_of_type(const PlacedPoint& placed) {
    return ascend::metric_of_type(placed, ascend::type_uneven_metric).value_or(0);
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return std::max(over_average(placed).value_or(0), over_average_of_type(placed)) > thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    if (const double own = over_average(placed).value_or(0); own > thresholds[0])
        return {fmt::format("its longest call takes {:.1f} x its average one", own),
                "look at the longest calls one by one (--per-launch): something disturbed them, or it waited "
                "for data"};
    return {fmt::format("its longest call takes {:.1f} x the average one of its type of op",
                        over_average_of_type(placed)),
            "compare its shapes and layouts with those of the other calls of the type"};
}

}  // namespace

extern constinit const FindingDesc npu_uneven_calls_finding{
    .code = "npu_uneven_calls",
    .summary = "calls of an NPU's op differ much in length",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
