#include "analyzer/beyond_roof.hpp"

#include <algorithm>

namespace mansard::analyzer {
namespace {

/// Roofs nearer than this are one.
constexpr double rounding = 1e-6;

bool is_above(const ceilings::Line* line, double value) {
    return line != nullptr && line->value > value * (1 + rounding);
}

}  // namespace

const ceilings::Line* highest_of_bound(const PlacedPoint& placed, const ceilings::View& view) {
    const Component* bound = placed.bounding();
    if (bound == nullptr || !bound->level) return nullptr;
    for (const ByteCount& bytes : placed.point.bytes)
        if (bytes.level == *bound->level)
            return view.highest_bandwidth(bytes.level, bytes.basis == Basis::traffic
                                                           ? ceilings::Convention::bus
                                                           : ceilings::Convention::architectural);
    return nullptr;
}

bool has_higher_roof(const PlacedPoint& placed, const ceilings::View& view) {
    const Component* bound = placed.bounding();
    if (bound == nullptr || !bound->roof) return false;
    if (bound->level) return is_above(highest_of_bound(placed, view), *bound->roof);
    return std::ranges::any_of(placed.point.flops, [&](const FlopCount& flops) {
        const ceilings::Line* own = view.compute(flops.dtype, flops.engine);
        return flops.count > 0 && own != nullptr &&
               is_above(view.highest_compute(flops.dtype, flops.engine), own->value);
    });
}

}  // namespace mansard::analyzer
