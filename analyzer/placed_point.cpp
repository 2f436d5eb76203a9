#include <cmath>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {
namespace {

/// Quotients that overflow are left out, as everything is that is no finite number.
void add_finite(LevelValues& values, Level level, double value) {
    if (std::isfinite(value)) values.emplace_back(level, value);
}

}  // namespace

LevelValues PlacedPoint::intensity() const {
    LevelValues values;
    if (!flops) return values;
    for (const ByteCount& bytes : point.bytes)
        if (bytes.count > 0) add_finite(values, bytes.level, *flops / bytes.count);
    return values;
}

LevelValues PlacedPoint::bandwidth() const {
    LevelValues values;
    if (!point.seconds || *point.seconds <= 0) return values;
    for (const ByteCount& bytes : point.bytes)
        if (bytes.count > 0) add_finite(values, bytes.level, bytes.count / *point.seconds);
    return values;
}

OptionalNumber PlacedPoint::utilization(const Component& component) const {
    if (!component.seconds || !point.seconds || *point.seconds <= 0) return std::nullopt;
    const double value = *component.seconds / *point.seconds;
    return std::isfinite(value) ? OptionalNumber(value) : std::nullopt;
}

const Component* PlacedPoint::bounding() const {
    for (const Component& component : components)
        if (component.bound) return &component;
    return nullptr;
}

}  // namespace mansard::analyzer
