// An op of an NPU with calls far longer than its average one.
#include <fmt/format.h>

#include <array>

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

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return over_average(placed).value_or(0) > thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {fmt::format("its longest call takes {:.1f} x its average one", over_average(placed).value_or(0)),
            "look at the longest calls one by one (--per-launch): other shapes, or something that disturbed "
            "them"};
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
