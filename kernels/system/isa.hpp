#pragma once

#include <vector>

#include "core/names.hpp"

namespace mansard::kernels {

/// Whether this CPU and this system's kernel execute the row's instructions. A kernel of a row for which this
/// is false is never called.
bool can_execute(Isa isa);

/// All rows for which can_execute() holds, narrowest first.
std::vector<Isa> executable_isas();

}  // namespace mansard::kernels
