// Copies between the host's memory and the GPU's by the copy engines, from pinned and from pageable memory,
// and between the memories of two GPUs. No kernel: the driver moves the bytes.
//
// Work: 16 bytes moved for each element, counted once. Pitfall: pageable memory goes through a buffer of the
// driver's.
#include "kernels/cuda/frame.cuh"

#if !MANSARD_DEVICE_CODE
#include "kernels/kernel.hpp"

namespace mansard::kernels::cuda {
namespace {

constexpr KernelDesc link_kernel(std::string_view name, Level level, Pattern pattern) {
    return {.family = "link",
            .summary = "copies across the link to the host or to another GPU",
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
                    .levels = bit_of(level),
                    .counted = Counted::copies}};
}

constinit const KernelDesc kernels[] = {
    link_kernel("link_to_device", Level::host_link, Pattern::to_device),
    link_kernel("link_from_device", Level::host_link, Pattern::from_device),
    link_kernel("link_to_device_pageable", Level::host_link, Pattern::to_device_pageable),
    link_kernel("link_from_device_pageable", Level::host_link, Pattern::from_device_pageable),
    link_kernel("link_to_peer", Level::peer_link, Pattern::to_peer),
    link_kernel("link_from_peer", Level::peer_link, Pattern::from_peer)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
