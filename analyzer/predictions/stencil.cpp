// A stencil in blocks: each block reads itself and a rim as wide as the stencil's radius, and writes itself.
//
// Per point: (B₁ + 2r)(B₂ + 2r)… ÷ (B₁ B₂ …) elements read, one written. Two sizes are a block that is walked
// through along the third dimension, whose planes stay near: no rim in that direction.
#include <fmt/format.h>

#include "analyzer/compare/predict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

constexpr std::string_view arguments_taken[] = {"flops", "radius"};
constexpr double flops_of_seven_points = 8;  // six additions, two products

std::vector<Predicted> predict(const PredictionArguments& arguments, const Pair& pair, const PlacedPoint&,
                               const Comparison&, std::string& why_not) {
    const auto size = size_of(arguments.dtype.value_or(Dtype::f64));
    if (!size || !pair.flops.after || *pair.flops.after <= 0 || pair.flops_at_least.after)
        return why_not = "its FLOPs are not known", std::vector<Predicted>();
    if (pair.levels.empty()) return why_not = "it has no bytes at any level", std::vector<Predicted>();
    const double flops = arguments.number("flops", flops_of_seven_points);
    const double radius = arguments.number("radius", 1);
    double rim = 1;
    for (const double edge : arguments.sizes) rim *= (edge + 2 * radius) / edge;
    const double points = *pair.flops.after / flops;
    const LevelDelta& level = pair.levels.back();
    return {{.quantity = fmt::format("{} bytes", name_of(level.level)),
             .unit = "B",
             .predicted = points * *size * (rim + 1),
             .measured = level.bytes.after,
             .how = fmt::format("{} points ({} FLOP each) × {} B × ({} read + 1 written){}", si(points, ""),
                                plain(flops), plain(*size), plain(rim, 4),
                                level.at_least.after ? lower_bound_measured : "")}};
}

}  // namespace

extern constinit const PredictionDesc stencil_prediction{
    .name = "stencil",
    .summary =
        "stencil=BXxBY[xBZ],DTYPE[,radius=1,flops=8]: bytes of a blocked stencil beyond the outermost level",
    .arguments = arguments_taken,
    .fewest_sizes = 2,
    .most_sizes = 3,
    .predict = predict};

}  // namespace mansard::analyzer
