// Products of finite numbers out of files need not be finite.
#pragma once

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// Leaves out, with a note, what of a point's time, FLOPs and bytes is no finite number.
void keep_finite(Point& point);

}  // namespace mansard::analyzer
