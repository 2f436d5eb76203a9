// NVIDIA's management library, as far as it is used here: what a GPU says of its clocks, power and
// neighbours. It only reads; no setting of the device is ever changed.
#pragma once

#include <memory>
#include <string>

#include "core/gpu.hpp"
#include "kernels/cuda/library.hpp"

namespace mansard::kernels::cuda {

/// One GPU, or one slice of it, by libnvidia-ml.so.1. Where that is not there, or does not know the GPU,
/// every answer is missing.
class Nvml {
  public:
    /// `uuid`: "GPU-…" or "MIG-…". The driver tells a slice's without saying that it is one, so "GPU-…" is
    /// looked for among the slices, too.
    explicit Nvml(const std::string& uuid);

    /// Fills in ECC, MIG, the power limit and other processes; corrects the UUID of a slice.
    void describe(Gpu& gpu) const;
    /// Power, temperature, clocks, and the reasons why the clock is not the highest, now.
    GpuState state() const;

  private:
    struct Functions;
    struct OpaqueDevice;

    std::shared_ptr<const Functions> functions_;
    OpaqueDevice* device_ = nullptr;
    OpaqueDevice* whole_ = nullptr;  ///< of a slice the GPU, which alone has power, clocks and a temperature
    bool is_slice_ = false;
};

/// The names of the reasons in NVML's bit mask that mean throttling; idleness is none.
std::vector<std::string> throttle_reasons(unsigned long long mask);

}  // namespace mansard::kernels::cuda
