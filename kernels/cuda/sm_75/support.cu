// What puts memory into the state that kernels expect, and the kernel that does nothing, whose launches are
// timed.
//
// Work of `nothing`: an element is a launch; one launch after another in a stream, so the rate is the least
// time between two kernels.
#include "kernels/cuda/stream.cuh"

#if MANSARD_DEVICE_CODE
namespace mansard::kernels::cuda {

/// Every 32-bit place of all arrays together gets its number. `words` is of all arrays here.
MANSARD_DEVICE void fill_numbers_loop(const GpuFrame& frame) {
    auto* const a = reinterpret_cast<std::uint32_t*>(frame.memory);
    const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
    for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < 4 * frame.words; i += step)
        a[i] = number_at(static_cast<std::uint32_t>(i));
}

MANSARD_DEVICE void fill_floats_loop(const GpuFrame& frame) {
    auto* const a = reinterpret_cast<std::uint32_t*>(frame.memory);
    const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
    for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
         i < 4 * frame.words; i += step)
        a[i] = float_bits_at(static_cast<std::uint32_t>(i));
}

/// Line i of 128 bytes begins with the address of the line that follows it; `passes` and `parameter` hold the
/// factor and the term of that map.
MANSARD_DEVICE void fill_links_loop(const GpuFrame& frame) {
    const std::uint64_t lines = frame.words / 8;
    const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
    for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < lines;
         i += step) {
        const std::uint64_t next = (frame.passes * i + frame.parameter) & (lines - 1);
        *reinterpret_cast<unsigned char**>(frame.memory + i * 128) = frame.memory + next * 128;
    }
}

}  // namespace mansard::kernels::cuda
MANSARD_CUDA_ENTRY(fill_numbers, 256, mansard::kernels::cuda::fill_numbers_loop)
MANSARD_CUDA_ENTRY(fill_floats, 256, mansard::kernels::cuda::fill_floats_loop)
MANSARD_CUDA_ENTRY(fill_links, 256, mansard::kernels::cuda::fill_links_loop)
extern "C" __global__ void __launch_bounds__(32) nothing(const mansard::kernels::cuda::GpuFrame) {}
#else
namespace mansard::kernels::cuda {
namespace {

constinit const KernelDesc kernels[] = {{.family = "launch",
                                         .summary = "launches of a kernel that does nothing",
                                         .measures = Kind::latency,
                                         .device = DeviceKind::cuda,
                                         .isa = Isa::simt,
                                         .engine = Engine::scalar,
                                         .pattern = Pattern::launch,
                                         .instruction = "EXIT",
                                         .gpu = {.symbol = "nothing",
                                                 .image = MANSARD_CUDA_IMAGE,
                                                 .threads = 32,
                                                 .blocks_per_sm = 0,
                                                 .counted = Counted::launches}}};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
