// Copies between the host's memory and the GPU's by the copy engines, from pinned and from pageable memory.
// No kernel: the driver moves the bytes.
//
// Work: 16 bytes moved for each element, counted once. Pitfall: pageable memory goes through a buffer of the
// driver's.
#include "kernels/cuda/frame.cuh"

#if !MANSARD_DEVICE_CODE
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {
namespace {

constexpr KernelDesc link_kernel(std::string_view name, Pattern pattern) {
    return {.family = "link",
            .summary = "copies across the link between host and GPU",
            .measures = Kind::bandwidth,
            .device = DeviceKind::cuda,
            .isa = Isa::simt,
            .engine = Engine::scalar,
            .pattern = pattern,
            .work = {.read_bytes = 16},
            .instruction = "",
            .arrays = 0,
            .gpu = {.symbol = name,
                    .image = MANSARD_CUDA_IMAGE,
                    .blocks_per_sm = 0,
                    .levels = bit_of(Level::host_link),
                    .counted = Counted::copies}};
}

constinit const KernelDesc kernels[] = {
    link_kernel("link_to_device", Pattern::to_device), link_kernel("link_from_device", Pattern::from_device),
    link_kernel("link_to_device_pageable", Pattern::to_device_pageable),
    link_kernel("link_from_device_pageable", Pattern::from_device_pageable)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
