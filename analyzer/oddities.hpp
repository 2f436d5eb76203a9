#pragma once

#include "analyzer/point.hpp"
#include "ceilings/roof.hpp"

namespace mansard::analyzer {

/// Adds notes to `point` on values that can be and are hardly meant: calls that are no whole number, more
/// threads than the cores that `ceilings` (may be null) were measured on.
void note_oddities(Point& point, const ceilings::Ceilings* ceilings);

}  // namespace mansard::analyzer
