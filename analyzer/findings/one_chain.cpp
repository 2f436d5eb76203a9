// A point just as fast as one dependent chain of operations allows: no instruction-level parallelism.
#include <fmt/format.h>

#include "analyzer/slower_roof.hpp"

namespace mansard::analyzer {
namespace {

std::optional<SlowerRoof> find(const PlacedPoint& placed, std::span<const double> thresholds,
                               const FindingContext& context) {
    return slower_roof(placed, thresholds, context, [](const ceilings::View& view, Dtype dtype, Isa isa) {
        return view.compute(dtype, isa, Op::one_chain);
    });
}

bool applies(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    return find(placed, thresholds, context).has_value();
}

Advice advise(const PlacedPoint& placed, std::span<const double> thresholds, const FindingContext& context) {
    const SlowerRoof found = *find(placed, thresholds, context);
    return {
        slower_roof_text(placed, found,
                         fmt::format("operations of {} that wait for each other", name_of(found.isa))),
        "give the core several independent sums: split the accumulator into eight or more and add them up "
        "after the loop, or allow the compiler to (-fassociative-math with -O3 or -funroll-loops)"};
}

}  // namespace

extern constinit const FindingDesc one_chain_finding{
    .code = "one_chain",
    .summary = "as fast as one chain of dependent operations allows, well below many",
    .parameters = slower_roof_parameters,
    .applies = applies,
    .advise = advise,
    .possible = [](const ceilings::Ceilings& ceilings) { return has_compute_roof(ceilings, Op::one_chain); },
    .speaks = FindingDesc::Speaks::cause};

}  // namespace mansard::analyzer
