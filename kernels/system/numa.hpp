// Binding memory to a NUMA node.
#pragma once

#include <cstddef>

namespace mansard::kernels {

/// Has the pages of [data, data + bytes), not touched yet, come from `node` (as the system numbers it) and
/// from no other. False where there is no such node or the system refuses (a container without the right to
/// set policies).
bool bind_memory(void* data, std::size_t bytes, int node);

}  // namespace mansard::kernels
