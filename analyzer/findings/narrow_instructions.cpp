// A point just as fast as narrower instructions allow: probably compiled to them.
#include <fmt/format.h>

#include "analyzer/slower_roof.hpp"

namespace mansard::analyzer {
namespace {

std::optional<SlowerRoof> find(const PlacedPoint& placed, std::span<const double> thresholds,
                               const FindingContext& context) {
    return slower_roof(placed, thresholds, context, [](const ceilings::View& view, Dtype dtype, Isa isa) {
        return view.compute(dtype, isa);
    });
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return find(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const SlowerRoof found = *find(placed, thresholds, context);
    return {slower_roof_text(placed, found, fmt::format("{} instructions", name_of(found.isa))),
            "look whether the loop was vectorised for this machine: -O3 -march=native, no aliasing "
            "(restrict), no branches or calls inside, sums that may be reordered (-fassociative-math)"};
}

}  // namespace

extern constinit const FindingDesc narrow_instructions_finding{
    .code = "narrow_instructions",
    .summary = "as fast as scalar or narrow vector instructions allow, well below the widest",
    .parameters = slower_roof_parameters,
    .applies = applies,
    .advise = advise,
    .speaks = FindingDesc::Speaks::cause};

}  // namespace mansard::analyzer
