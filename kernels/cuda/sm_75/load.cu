// Reads of device memory or L2: 128 bits a thread, `unroll` of them in flight. The search finds the load
// operator, the unrolling and the occupancy that a chip wants.
//
// Work: 16 bytes read for each element. In L2 only .cg counts, which reads past L1; a set that is a quarter
// of L2 is more than all L1 together only for a few chips.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                                                           \
    KERNEL(load_nc_u2_t256_b8, LoadNc, 2, 256, 8, bit_of(Level::DRAM))                     \
    KERNEL(load_nc_u4_t256_b8, LoadNc, 4, 256, 8, bit_of(Level::DRAM))                     \
    KERNEL(load_nc_u8_t256_b4, LoadNc, 8, 256, 4, bit_of(Level::DRAM))                     \
    KERNEL(load_cs_u4_t256_b8, LoadCs, 4, 256, 8, bit_of(Level::DRAM))                     \
    KERNEL(load_cs_u8_t512_b4, LoadCs, 8, 512, 4, bit_of(Level::DRAM))                     \
    KERNEL(load_cg_u4_t256_b8, LoadCg, 4, 256, 8, bit_of(Level::DRAM) | bit_of(Level::L2)) \
    KERNEL(load_cg_u4_t512_b2, LoadCg, 4, 512, 2, bit_of(Level::L2))                       \
    KERNEL(load_cg_u2_t1024_b2, LoadCg, 2, 1024, 2, bit_of(Level::L2))                     \
    KERNEL(load_cg_u1_t512_b2, LoadCg, 1, 512, 2, bit_of(Level::L2))

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, read, unroll, threads, blocks, levels)                   \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                \
                       mansard::kernels::cuda::load_loop<mansard::kernels::cuda::read, \
                                                         mansard::kernels::cuda::Walk::together, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, read, unroll, threads, blocks, levels)                                  \
    stream_kernel({"load", #symbol, Pattern::load, Walk::together, unroll, threads, blocks, levels}, \
                  read::facts.sass, unroll, 1, 0, check_load),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
