// b ← a in device memory or L2: loads first, then as many stores.
//
// Work: 16 bytes read and 16 written for each element.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                                                   \
    KERNEL(copy_nc_wb_u4_t256_b8, LoadNc, StoreWb, 4, 256, 8, bit_of(Level::DRAM)) \
    KERNEL(copy_cs_cs_u4_t256_b8, LoadCs, StoreCs, 4, 256, 8, bit_of(Level::DRAM)) \
    KERNEL(copy_cs_cs_u8_t256_b4, LoadCs, StoreCs, 8, 256, 4, bit_of(Level::DRAM)) \
    KERNEL(copy_cg_wb_u1_t1024_b2, LoadCg, StoreWb, 1, 1024, 2, bit_of(Level::L2)) \
    KERNEL(copy_cg_wb_u2_t512_b2, LoadCg, StoreWb, 2, 512, 2, bit_of(Level::L2))   \
    KERNEL(copy_cg_wb_u1_t256_b2, LoadCg, StoreWb, 1, 256, 2, bit_of(Level::L2))   \
    KERNEL(copy_cg_wb_u4_t256_b8, LoadCg, StoreWb, 4, 256, 8, bit_of(Level::DRAM) | bit_of(Level::L2))

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, read, way, unroll, threads, blocks, levels)                            \
    MANSARD_CUDA_ENTRY(                                                                              \
        symbol, threads,                                                                             \
        mansard::kernels::cuda::copy_loop<mansard::kernels::cuda::read, mansard::kernels::cuda::way, \
                                          mansard::kernels::cuda::Walk::together, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, read, way, unroll, threads, blocks, levels)                             \
    stream_kernel({"copy", #symbol, Pattern::copy, Walk::together, unroll, threads, blocks, levels}, \
                  read::facts.sass, unroll, 1, 1, check_copy),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
