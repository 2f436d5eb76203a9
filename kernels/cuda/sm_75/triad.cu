// c ← a + 3 b in device memory: STREAM's triad, on integers so that the result is exact.
//
// Work: 32 bytes read and 16 written for each element.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                               \
    KERNEL(triad_nc_wb_u2_t512_b4, LoadNc, StoreWb, 2, 512, 4) \
    KERNEL(triad_cs_cs_u4_t256_b4, LoadCs, StoreCs, 4, 256, 4)

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, read, way, unroll, threads, blocks)                       \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                 \
                       mansard::kernels::cuda::triad_loop<mansard::kernels::cuda::read, \
                                                          mansard::kernels::cuda::way, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, read, way, unroll, threads, blocks)                                          \
    stream_kernel(                                                                                        \
        {"triad", #symbol, Pattern::triad, Walk::together, unroll, threads, blocks, bit_of(Level::DRAM)}, \
        read::facts.sass, 2 * unroll, 2, 1, check_triad),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
