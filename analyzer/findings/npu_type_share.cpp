// A type of op that most of an NPU's compute time goes to.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/metric_names.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"share_above"};

std::optional<double> share(const PlacedPoint& placed) {
    return ascend::metric_of_type(placed, ascend::type_share_metric);
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return share(placed).value_or(0) > thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {
        fmt::format("its type of op takes {} of the compute time", percent(share(placed).value_or(0))),
        "begin here; where calls are many and short, look whether shapes change from call to call, so that "
        "ops are compiled again and again"};
}

}  // namespace

extern constinit const FindingDesc npu_type_share_finding{
    .code = "npu_type_share",
    .summary = "one type of op takes most of an NPU's compute time",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
