// An op of an NPU that runs on its AI CPU, which is far slower than the AI cores.
#include <fmt/format.h>

#include <array>

#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"call_seconds_from"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return placed.point.category == "AI_CPU" && ascend::longest_call(placed).value_or(0) >= thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {fmt::format("it runs on the AI CPU; its longest call takes {:.1f} us",
                        ascend::longest_call(placed).value_or(0) * 1e6),
            "use a type of element or an op that an AI core has (often an INT64 or a DOUBLE is the cause), "
            "or move it out of the loop"};
}

}  // namespace

extern constinit const FindingDesc npu_ai_cpu_finding{.code = "npu_ai_cpu",
                                                      .summary = "an op of an NPU runs on its AI CPU",
                                                      .parameters = parameters,
                                                      .applies = applies,
                                                      .advise = advise,
                                                      .of_code = false};

}  // namespace mansard::analyzer
