// A point just as fast as multiplications and additions that are not fused allow.
#include <fmt/format.h>

#include "analyzer/slower_roof.hpp"

namespace mansard::analyzer {
namespace {

std::optional<SlowerRoof> find(const PlacedPoint& placed, std::span<const double> thresholds,
                               const FindingContext& context) {
    return slower_roof(placed, thresholds, context, [](const ceilings::View& view, Dtype dtype, Isa isa) {
        return view.compute(dtype, isa, Op::mul_add);
    });
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return find(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const SlowerRoof found = *find(placed, thresholds, context);
    return {
        slower_roof_text(placed, found, fmt::format("{} without FMA", name_of(found.isa))),
        "let the compiler fuse: -march=native (or -mfma) and -ffp-contract=fast, or std::fma in the source"};
}

}  // namespace

extern constinit const FindingDesc without_fma_finding{
    .code = "without_fma",
    .summary = "as fast as multiplications and additions allow that are not fused",
    .parameters = slower_roof_parameters,
    .applies = applies,
    .advise = advise,
    .possible = [](const ceilings::Ceilings& ceilings) { return has_compute_roof(ceilings, Op::mul_add); },
    .speaks = FindingDesc::Speaks::cause};

}  // namespace mansard::analyzer
