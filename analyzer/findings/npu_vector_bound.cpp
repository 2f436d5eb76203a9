// What bounds an op of the vector unit, by the shares of time that its pipes worked.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 1> parameters{"ratio_from"};

struct Busiest {
    std::string_view words{};
    double ratio = 0;
};

Busiest busiest(const PlacedPoint& placed) {
    Busiest found;
    for (const auto& [pipe, words] : {std::pair("vec", "the vector unit"), std::pair("mte2", "loads (MTE2)"),
                                      std::pair("mte3", "stores (MTE3)")})
        if (const double ratio = ascend::ratio(placed, "aiv", pipe); ratio > found.ratio)
            found = {words, ratio};
    return found;
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return ascend::is_vector(placed) && busiest(placed).ratio >= thresholds[0];
}

Advice advise(const PlacedPoint& placed, std::span<const double>, const FindingContext&) {
    const auto [words, ratio] = busiest(placed);
    return {fmt::format("{} worked {} of the time and bound it", words, percent(ratio)),
            "fuse it with its neighbours, so that what one writes the next need not load again"};
}

}  // namespace

extern constinit const FindingDesc npu_vector_bound_finding{
    .code = "npu_vector_bound",
    .summary = "the vector unit, its loads or its stores worked most of the time",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
