#include "analyzer/step_sums.hpp"

#include <utility>

namespace mansard::analyzer {

void StepSums::add(const PlacedPoint& placed) {
    const std::string_view label = placed.point.step;
    if (label.empty()) return;
    auto step = steps_.find(label);
    if (step == steps_.end()) step = steps_.emplace(label, PlacedSum()).first;
    step->second.add(placed);
    all_.add(placed);
}

PlacedPoint StepSums::place(Point&& step, std::optional<Scope> scope, Placer& placer) const {
    const auto one = steps_.find(step.step.view());
    if (one != steps_.end() && one->second.is_of(step, 1))
        return one->second.place_as(std::move(step), 1, scope, placer);
    // The mean, which has no points of its own.
    if (all_.is_of(step, steps_.size())) return all_.place_as(std::move(step), steps_.size(), scope, placer);
    return placer.place(std::move(step));
}

}  // namespace mansard::analyzer
