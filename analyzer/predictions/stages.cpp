// Buffering: with one buffer, moving and computing take turns; with two or more they overlap, and the longer
// of the two is all that remains. Both times are those of the measured roofs.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/compare/predict.hpp"
#include "core/quantity.hpp"

namespace mansard::analyzer {
namespace {

std::vector<Predicted> predict(const PredictionArguments& arguments, const Pair& pair,
                               const PlacedPoint& after, const Comparison&, std::string& why_not) {
    std::optional<double> compute, memory;
    for (const Component& component : after.components) {
        if (!component.seconds) continue;
        std::optional<double>& slot = component.level ? memory : compute;
        slot = std::max(slot.value_or(0), *component.seconds / after.point.calls);
    }
    if (!compute || !memory)
        return why_not = "it needs ceilings, and both FLOPs and bytes", std::vector<Predicted>();
    const bool overlaps = arguments.sizes[0] >= 2;
    return {{.quantity = "time of one call",
             .unit = "s",
             .predicted = overlaps ? std::max(*compute, *memory) : *compute + *memory,
             .measured = pair.seconds.after,
             .how = fmt::format("{} at the roof of the arithmetic {} {} at that of the memory",
                                si(*compute, "s"), overlaps ? "beside" : "and then", si(*memory, "s"))}};
}

}  // namespace

extern constinit const PredictionDesc stages_prediction{
    .name = "stages",
    .summary = "stages=N: time of a copy-and-compute loop with N buffers",
    .arguments = {},
    .fewest_sizes = 1,
    .most_sizes = 1,
    .predict = predict};

}  // namespace mansard::analyzer
