// What bounds an op of the cube unit, by the shares of time that its pipes worked.
#include <fmt/format.h>

#include <array>

#include "analyzer/advice.hpp"
#include "analyzer/ascend/rules.hpp"
#include "analyzer/findings/finding.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::array<std::string_view, 2> parameters{"mac_ratio_from", "mte2_ratio_from"};

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    return ascend::is_cube(placed) && (ascend::ratio(placed, "aic", "mac") >= thresholds[0] ||
                                       ascend::ratio(placed, "aic", "mte2") >= thresholds[1]);
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext&) {
    const double mac = ascend::ratio(placed, "aic", "mac"), mte2 = ascend::ratio(placed, "aic", "mte2");
    if (mac >= thresholds[0])
        return {fmt::format("the cube unit worked {} of the time: it is compute bound", percent(mac)),
                "fewer operations or a narrower type of element are what is left"};
    return {fmt::format("loads from memory (MTE2) took {} of the time: it is memory bound", percent(mte2)),
            "reuse more of what is loaded (larger tiles, the L2 cache), or use a layout that loads faster "
            "(FRACTAL_NZ)"};
}

}  // namespace

extern constinit const FindingDesc npu_cube_bound_finding{
    .code = "npu_cube_bound",
    .summary = "the cube unit or its loads from memory worked nearly all the time",
    .parameters = parameters,
    .applies = applies,
    .advise = advise,
    .of_code = false};

}  // namespace mansard::analyzer
