#include "ceilings/ridge.hpp"

#include <cmath>

namespace mansard::ceilings {
namespace {

bool is_sample(const Roof& roof, Level level, Dtype dtype, std::optional<int> threads) {
    const Target& target = roof.target;
    const bool cores = threads ? target.threads == *threads : target.scope == Scope::device;
    return target.kind == Kind::ridge && target.level == level && target.dtype == dtype && cores &&
           target.intensity && *target.intensity > 0 && roof.status == Status::measured && roof.value &&
           *roof.value > 0;
}

}  // namespace

std::optional<double> ridge_rate(const Ceilings& ceilings, Level level, Dtype dtype,
                                 std::optional<int> threads, double intensity) {
    const Roof *below = nullptr, *above = nullptr;
    for (const Roof& roof : ceilings.roofs) {
        if (!is_sample(roof, level, dtype, threads)) continue;
        const double at = *roof.target.intensity;
        if (at <= intensity && (below == nullptr || at > *below->target.intensity)) below = &roof;
        if (at >= intensity && (above == nullptr || at < *above->target.intensity)) above = &roof;
    }
    if (below == nullptr || above == nullptr) return std::nullopt;
    if (below == above) return *below->value;
    const double x0 = std::log(*below->target.intensity), x1 = std::log(*above->target.intensity);
    const double weight = (std::log(intensity) - x0) / (x1 - x0);
    return std::exp((1 - weight) * std::log(*below->value) + weight * std::log(*above->value));
}

}  // namespace mansard::ceilings
