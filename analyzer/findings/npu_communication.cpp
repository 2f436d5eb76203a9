// Collectives that take much of an NPU's time, where no op runs beside them.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/metric_names.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"exposed_share_above"};

/// What no op hides of it; all of it where the profile does not tell when it ran.
std::optional<double> exposed(const PlacedPoint& placed) {
    const auto share = ascend::metric(placed, ascend::exposed_metric);
    return share ? share : ascend::metric(placed, ascend::communication_metric);
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return exposed(placed).value_or(0) > thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    const double all = ascend::metric(placed, ascend::communication_metric).value_or(0);
    std::string text = fmt::format(
        "communication takes {} of the time that its device works; this collective takes most of it",
        percent(all));
    if (const auto alone = ascend::metric(placed, ascend::exposed_metric))
        text = fmt::format(
            "communication takes {} of the time that its device works, {} with no op beside it; this "
            "collective takes most of it",
            percent(all), percent(*alone));
    return {std::move(text),
            "see first which card the others wait for: there the same collective is short; then let ops run "
            "meanwhile (gradients in buckets, parameters fetched ahead), send fewer and larger messages, or "
            "narrower types"};
}

}  // namespace

extern constinit const FindingDesc npu_communication_finding{
    .code = "npu_communication",
    .summary = "collectives take much of an NPU's time, and no op hides them",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
