#include "analyzer/beyond_roof.hpp"

#include <algorithm>

#include "analyzer/convention.hpp"

namespace mansard::analyzer {
namespace {

/// Roofs nearer than this are one.
constexpr double rounding = 1e-6;

bool is_above(const ceilings::Line* line, double value) {
    return line != nullptr && line->value > value * (1 + rounding);
}

}  // namespace

const ByteCount* bounding_bytes(const PlacedPoint& placed) {
    const Component* bound = placed.bounding();
    if (bound == nullptr || !bound->level) return nullptr;
    for (const ByteCount& bytes : placed.point.bytes)
        if (bytes.level == *bound->level) return &bytes;
    return nullptr;
}

bool has_higher_roof(const PlacedPoint& placed, const ceilings::View& view) {
    const Component* bound = placed.bounding();
    if (bound == nullptr || !bound->roof) return false;
    if (const ByteCount* bytes = bounding_bytes(placed))
        return is_above(view.highest_bandwidth(bytes->level, convention_of(*bytes)), *bound->roof);
    return std::ranges::any_of(placed.point.flops, [&](const FlopCount& flops) {
        const ceilings::Line* own = view.compute(flops.dtype, flops.engine);
        return flops.count > 0 && own != nullptr &&
               is_above(view.highest_compute(flops.dtype, flops.engine), own->value);
    });
}

}  // namespace mansard::analyzer
