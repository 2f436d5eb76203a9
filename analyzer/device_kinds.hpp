// What a device is called that its profile does not name, where the format or the records tell its kind.
#pragma once

#include <string_view>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

namespace device_kind {
inline constexpr std::string_view nvidia_gpu = "NVIDIA GPU", amd_gpu = "AMD GPU", gpu = "GPU",
                                  gpu_or_tpu = "GPU or TPU";
}  // namespace device_kind

/// Whether `device` is one of device_kind: it is no CPU, and which one it is remains open.
bool is_device_kind(std::string_view device);

/// States `kind` for the profile and its points, unless it or one of them names a device: for importers of
/// formats that can be of no CPU. Points carry it, so that an analysis that is read again still knows it.
void state_device_kind(Profile& profile, std::string_view kind);

}  // namespace mansard::analyzer
