// GPUs that are planned for without being there.
#pragma once

#include "core/gpu.hpp"

namespace mansard::kernels::cuda {

inline Gpu hopper() {
    return {.name = "Example",
            .architecture = 90,
            .sms = 132,
            .memory_bytes = 141e9,
            .l2_bytes = 50 << 20,
            .shared_bytes_per_sm = 228 << 10};
}

}  // namespace mansard::kernels::cuda
