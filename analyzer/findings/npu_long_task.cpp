// An op of an NPU with a long call.
#include <fmt/format.h>

#include <array>

#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"call_seconds_above"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return ascend::longest_call(placed).value_or(0) > thresholds[0] &&
           (ascend::is_cube(placed) || ascend::is_vector(placed) || placed.point.category == "AI_CPU" ||
            placed.point.category == "DSA_SQE");
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {
        fmt::format("its longest call takes {:.0f} us", ascend::longest_call(placed).value_or(0) * 1e6),
        "look whether its tiling, its layout or its type of element fits; where it should be short, let the "
        "tuner (AOE) look for a better kernel"};
}

}  // namespace

extern constinit const FindingDesc npu_long_task_finding{.code = "npu_long_task",
                                                         .summary = "a call of an op of an NPU takes long",
                                                         .parameters = parameters,
                                                         .applies = applies,
                                                         .advise = advise,
                                                         .of_code = false};

}  // namespace mansard::analyzer
