// What a GPU's units can do at most, from configs/datasheets/gpu/, and what that means for a roof.
#pragma once

#include "ceilings/physics.hpp"

namespace mansard::ceilings {

/// The embedded datasheet of the GPU's architecture, nothing if none matches.
std::optional<Datasheet> find_gpu_datasheet(const Gpu& gpu);

/// Sets limit and fraction of a roof of `gpu`: units × measured clock × SMs, for device memory the memory
/// clock × 2 × the bus width. A roof more than limit_tolerance above it becomes suspect. Where no limit is
/// known, or the clock was not measured, none is set. `datasheet` may be null.
void apply_gpu_limit(Roof& roof, const Gpu& gpu, const Datasheet* datasheet);

}  // namespace mansard::ceilings
