// Reads of 32-byte sectors in no order: the least that device memory hands out, wherever it lies. Two
// neighbouring threads read a sector together; each sector once in a pass.
//
// Work: 16 bytes read for each element. The set is a power of two, so that the order can be a bijection of
// it.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)            \
    KERNEL(random_nc_u2_t256_b8, 2, 256, 8) \
    KERNEL(random_nc_u8_t256_b8, 8, 256, 8)

#if MANSARD_DEVICE_CODE
namespace mansard::kernels::cuda {

template <int Unroll>
MANSARD_DEVICE void random_loop(const GpuFrame& frame) {
    const auto* const a = reinterpret_cast<const Word*>(frame.memory);
    std::uint32_t sum = 0;
    walk_words<Walk::together, Unroll>(frame, [&](std::uint64_t word, std::uint64_t) {
        Word values[Unroll];
#pragma unroll
        for (int i = 0; i < Unroll; ++i) {
            const std::uint64_t at = word + i * blockDim.x;
            values[i] = LoadNc::load(a + 2 * scattered(at / 2, frame.words / 2) + at % 2);
        }
#pragma unroll
        for (int i = 0; i < Unroll; ++i) sum += sum_of(values[i]);
    });
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace mansard::kernels::cuda
#define MANSARD_ENTRY(symbol, unroll, threads, blocks) \
    MANSARD_CUDA_ENTRY(symbol, threads, mansard::kernels::cuda::random_loop<unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

constexpr KernelDesc random_kernel(const StreamShape& shape) {
    KernelDesc kernel = stream_kernel(shape, LoadNc::facts.sass, shape.unroll, 1, 0, check_load);
    kernel.summary = "32-byte sectors of device memory in no order";
    kernel.power_of_two = true;
    return kernel;
}

#define MANSARD_DESC(symbol, unroll, threads, blocks) \
    random_kernel(                                    \
        {"random", #symbol, Pattern::random, Walk::together, unroll, threads, blocks, bit_of(Level::DRAM)}),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
