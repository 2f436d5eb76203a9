// Writes of device memory or L2: 128 bits a thread. What is written depends on its place, so that no
// compression on the way can make less of it.
//
// Work: 16 bytes written for each element.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                                                             \
    KERNEL(store_wb_u1_t512_b4, StoreWb, 1, 512, 4, bit_of(Level::DRAM) | bit_of(Level::L2)) \
    KERNEL(store_wb_u4_t256_b8, StoreWb, 4, 256, 8, bit_of(Level::DRAM) | bit_of(Level::L2)) \
    KERNEL(store_wb_u1_t256_b4, StoreWb, 1, 256, 4, bit_of(Level::L2))                       \
    KERNEL(store_cs_u4_t256_b8, StoreCs, 4, 256, 8, bit_of(Level::DRAM))

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, way, unroll, threads, blocks, levels) \
    MANSARD_CUDA_ENTRY(symbol, threads,                             \
                       mansard::kernels::cuda::store_loop<mansard::kernels::cuda::way, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, way, unroll, threads, blocks, levels)                                     \
    stream_kernel({"store", #symbol, Pattern::store, Walk::together, unroll, threads, blocks, levels}, \
                  way::facts.sass, unroll, 0, 1, check_store),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
