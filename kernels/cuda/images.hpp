#pragma once

#include <span>
#include <string_view>

namespace mansard::kernels::cuda {

/// A fat binary: machine code for several architectures, and PTX for others.
struct Image {
    std::string_view name;  ///< "sm_75/fma", as GpuLaunch::image
    const char* data = nullptr;
    const char* end = nullptr;
};

/// The fat binaries in this program; none where it was built without nvcc.
std::span<const Image> images();

}  // namespace mansard::kernels::cuda
