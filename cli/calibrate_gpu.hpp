// The part of `mansard calibrate` that measures GPUs.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/sample.hpp"
#include "kernels/cuda/fault.hpp"
#include "kernels/measure/plan.hpp"

namespace mansard::cli {

struct GpuRequest {
    std::string device = "cuda";  ///< "cuda", "cuda:N", "cuda:UUID", or "all" of them
    std::vector<std::string> filters{};
    std::function<bool()> interrupted{};
    /// Called after every round: so far, the fraction of the work, seconds since the beginning.
    std::function<void(const Samples& samples, double fraction, double seconds)> on_round{};
    /// Kernels that are left out, with the reason.
    std::vector<kernels::cuda::Fault> faults{};
    /// Called where a fault has left this process without the GPU: another one may go on without that kernel.
    std::function<void(const kernels::cuda::Fault& fault)> on_lost{};
};

/// Throws Error{no_device} where this build has no GPU kernels, where there is no driver, or where none of
/// its GPUs is meant; Error{usage} where the plan measures nothing of a GPU. Nothing is measured yet.
void require_gpu(const kernels::Plan& plan, const GpuRequest& request);

/// Measures what `plan.cuda` and the filters ask for of the GPUs that are meant, and adds it to `samples`,
/// which are begun where there are none (not where it was interrupted before). Throws like require_gpu.
void measure_gpus(const kernels::Plan& plan, const GpuRequest& request, const Machine& host,
                  std::optional<Samples>& samples);

}  // namespace mansard::cli
