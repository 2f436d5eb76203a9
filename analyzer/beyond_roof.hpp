// Faster than the roof of its own mix, though not than the highest one of its level or unit.
#pragma once

#include "analyzer/analysis.hpp"
#include "ceilings/model.hpp"

namespace mansard::analyzer {

/// An efficiency up to this is at the roof: measurements of both differ by as much.
inline constexpr double most_at_roof = 1.03;

/// Whether `efficiency` says that something else bounds than the roof that it is of: stores that bypass the
/// caches, another mix of operations, or bytes that never came there.
inline bool is_beyond_roof(const OptionalNumber& efficiency) {
    return efficiency && *efficiency > most_at_roof;
}

/// Whether the highest roof of what bounds `placed` (any pattern, any operations) lies above the roof that
/// its efficiency is of. Else a little more than that is a matter of the measurement.
bool has_higher_roof(const PlacedPoint& placed, const ceilings::View& view);

/// The bytes of the level that bounds `placed`; null where the arithmetic does, or nothing.
const ByteCount* bounding_bytes(const PlacedPoint& placed);

}  // namespace mansard::analyzer
