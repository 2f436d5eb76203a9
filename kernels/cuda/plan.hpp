// From a plan's part for GPUs to experiments on one GPU.
#pragma once

#include <span>

#include "core/gpu.hpp"
#include "kernels/measure/experiments.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::kernels::cuda {

/// Bytes of all arrays of `kernel` together at `level` (docs/cuda.md, "Working sets"), as the launch will
/// walk them; 0 where the kernel has no set.
std::size_t set_bytes(const KernelDesc& kernel, Level level, const Gpu& gpu);

/// Every kernel variant for every roof that `plan` asks for under ordinary conditions. What the GPU has no
/// instructions for is absent, with that reason. `peers`: indices of the other GPUs, for the links to them.
Experiments plan_experiments(const Plan& plan, const Gpu& gpu, std::span<const int> peers = {});

/// The experiments under another condition: for each number type and kind of unit that the plan wants under
/// it, the kernel of `samples` that was best under ordinary ones; absent where none has passed its check.
Experiments plan_condition(const Plan& plan, const Gpu& gpu, Condition condition, const Samples& samples);

}  // namespace mansard::kernels::cuda
