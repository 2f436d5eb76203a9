// Which GPUs there are.
#pragma once

#include <string>
#include <vector>

#include "core/gpu.hpp"
#include "kernels/cuda/driver.hpp"

namespace mansard::kernels::cuda {

/// The GPUs that the driver shows this process, in its order. Throws Error{no_device} where there is none,
/// and says whether CUDA_VISIBLE_DEVICES hides them.
std::vector<Gpu> visible_gpus(const Driver& driver);

/// The GPU that `wanted` names: "cuda" (the first), "cuda:1" (by index), "cuda:GPU-…" or "cuda:MIG-…" (by
/// UUID, or enough of its beginning to be the only one). Throws Error{no_device} where none is meant, with
/// those that there are.
const Gpu& find_gpu(const std::vector<Gpu>& gpus, const std::string& wanted);

}  // namespace mansard::kernels::cuda
