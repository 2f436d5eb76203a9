// Reads of device memory, L2 and L1 in 64 and 32 bits a thread: where a chip wants more and smaller requests
// than the 128 bits of load.cu and l1_load.cu, these win their roofs.
//
// Work: 16 bytes read for each element, in two or four accesses. `words` are those 16 bytes, of each thread
// in a trip.
#include "kernels/cuda/instructions/narrow.cuh"
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                                                                           \
    KERNEL(load_nc_w64_u8_t256_b8, LoadNc64, together, 4, 256, 8, bit_of(Level::DRAM))                     \
    KERNEL(load_cs_w32_u16_t256_b8, LoadCs32, together, 4, 256, 8, bit_of(Level::DRAM))                    \
    KERNEL(load_cg_w64_u8_t256_b8, LoadCg64, together, 4, 256, 8, bit_of(Level::DRAM) | bit_of(Level::L2)) \
    KERNEL(load_cg_w64_u4_t512_b2, LoadCg64, together, 2, 512, 2, bit_of(Level::L2))                       \
    KERNEL(l1_load_ca_w64_u8_t512_b1, LoadCa64, apart, 4, 512, 1, bit_of(Level::L1))

#if MANSARD_DEVICE_CODE
namespace mansard::kernels::cuda {

MANSARD_DEVICE std::uint32_t sum_of_halves(std::uint64_t part) {
    return static_cast<std::uint32_t>(part) + static_cast<std::uint32_t>(part >> 32);
}
MANSARD_DEVICE std::uint32_t sum_of_halves(std::uint32_t part) {
    return part;
}

template <typename Load, Walk walk, int Words>
MANSARD_DEVICE void narrow_loop(const GpuFrame& frame) {
    using Part = typename Load::Part;
    constexpr int parts = sizeof(Word) / sizeof(Part), accesses = Words * parts;
    const auto* const a = reinterpret_cast<const Part*>(frame.memory);
    GpuFrame in_parts = frame;
    in_parts.words *= parts;
    std::uint32_t sum = 0;
    walk_words<walk, accesses>(in_parts, [&](std::uint64_t part, std::uint64_t) {
        Part values[accesses];
#pragma unroll
        for (int i = 0; i < accesses; ++i) values[i] = Load::load(a + part + i * blockDim.x);
#pragma unroll
        for (int i = 0; i < accesses; ++i) sum += sum_of_halves(values[i]);
    });
    reinterpret_cast<std::uint32_t*>(frame.result)[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

}  // namespace mansard::kernels::cuda
#define MANSARD_ENTRY(symbol, read, walk, words, threads, blocks, levels)                \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                  \
                       mansard::kernels::cuda::narrow_loop<mansard::kernels::cuda::read, \
                                                           mansard::kernels::cuda::Walk::walk, words>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

template <typename Load>
constexpr KernelDesc narrow_kernel(const StreamShape& shape) {
    constexpr int parts = sizeof(Word) / sizeof(typename Load::Part);
    KernelDesc kernel = stream_kernel(shape, Load::facts.sass, shape.unroll * parts, 1, 0, check_load);
    kernel.summary = "64-bit and 32-bit reads of global memory";
    kernel.streams = shape.unroll * parts;
    return kernel;
}

#define MANSARD_DESC(symbol, read, walk, words, threads, blocks, levels)                                    \
    narrow_kernel<read>({"load_narrow", #symbol, Pattern::load, Walk::walk, words, threads, blocks, levels, \
                         Walk::walk == Walk::apart ? Carveout::l1 : Carveout::driver}),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
