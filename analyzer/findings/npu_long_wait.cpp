// An op of an NPU that waited long before it began, and why.
#include <fmt/format.h>

#include <array>

#include "analyzer/ascend/gatherer.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"wait_seconds_from"};

struct Wait {
    ascend::WaitCause cause = ascend::WaitCause::other;
    double seconds = 0;
};

Wait longest(const PlacedPoint& placed) {
    Wait found;
    for (std::size_t i = 0; i < static_cast<std::size_t>(ascend::WaitCause::count); ++i) {
        const auto cause = static_cast<ascend::WaitCause>(i);
        const double seconds = ascend::metric(placed, ascend::wait_metric(cause)).value_or(0) * 1e-6;
        if (seconds > found.seconds) found = {cause, seconds};
    }
    return found;
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return longest(placed).seconds >= thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    const Wait wait = longest(placed);
    const std::string text = fmt::format("it waited up to {:.0f} us before it began", wait.seconds * 1e6);
    switch (wait.cause) {
        case ascend::WaitCause::after_ai_cpu:
            return {text + ", behind an op on the AI CPU", "get that op onto an AI core"};
        case ascend::WaitCause::between_steps:
            return {text + ", at the beginning of a step",
                    "load data and do what the host does between steps while the NPU works"};
        case ascend::WaitCause::first_call:
            return {text + ", at its first call: it may have been compiled",
                    "leave warm-up out (--skip-steps), and keep shapes fixed"};
        default:
            return {text, "see what the host does meanwhile: too slow at launching, or at synchronizing"};
    }
}

}  // namespace

extern constinit const FindingDesc npu_long_wait_finding{
    .code = "npu_long_wait",
    .summary = "an op of an NPU waited long before it began",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
