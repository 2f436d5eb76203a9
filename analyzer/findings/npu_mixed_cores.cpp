// An op of an NPU that uses cube and vector cores together.
#include <fmt/format.h>

#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

bool applies(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return placed.point.category == "MIX_AIC" || placed.point.category == "MIX_AIV";
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    return {fmt::format("it is a kernel of both cube and vector cores ({})", placed.point.category.view()),
            "see whether its cube and its vector part overlap: each waits for the other where they do not"};
}

}  // namespace

extern constinit const FindingDesc npu_mixed_cores_finding{
    .code = "npu_mixed_cores",
    .summary = "a kernel of both cube and vector cores",
    .parameters = {},
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
