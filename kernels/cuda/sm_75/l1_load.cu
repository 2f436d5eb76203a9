// Reads that hit in L1: each block walks over a part of its own, small enough to stay there; the carve-out
// leaves L1 all it can have.
//
// Work: 16 bytes read for each element.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                       \
    KERNEL(l1_load_ca_u2_t1024_b1, LoadCa, 2, 1024, 1) \
    KERNEL(l1_load_ca_u4_t512_b1, LoadCa, 4, 512, 1)   \
    KERNEL(l1_load_ca_u4_t256_b2, LoadCa, 4, 256, 2)   \
    KERNEL(l1_load_nc_u2_t512_b2, LoadNc, 2, 512, 2)

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, read, unroll, threads, blocks)                           \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                \
                       mansard::kernels::cuda::load_loop<mansard::kernels::cuda::read, \
                                                         mansard::kernels::cuda::Walk::apart, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, read, unroll, threads, blocks)                                 \
    stream_kernel({"l1_load", #symbol, Pattern::load, Walk::apart, unroll, threads, blocks, \
                   bit_of(Level::L1), Carveout::l1},                                        \
                  read::facts.sass, unroll, 1, 0, check_load),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
