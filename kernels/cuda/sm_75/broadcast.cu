// Reads of L2 where every SM reads the same data: what a matrix product does with its operands. A chip whose
// L2 has two halves answers from both, so that this is another roof than disjoint reads.
//
// Work: 16 bytes read for each element, by every block.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)                       \
    KERNEL(broadcast_cg_u4_t256_b8, LoadCg, 4, 256, 8) \
    KERNEL(broadcast_cg_u8_t512_b4, LoadCg, 8, 512, 4)

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, read, unroll, threads, blocks)                           \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                \
                       mansard::kernels::cuda::load_loop<mansard::kernels::cuda::read, \
                                                         mansard::kernels::cuda::Walk::same, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_DESC(symbol, read, unroll, threads, blocks)                                                 \
    stream_kernel(                                                                                          \
        {"broadcast", #symbol, Pattern::broadcast, Walk::same, unroll, threads, blocks, bit_of(Level::L2)}, \
        read::facts.sass, unroll, 1, 0, check_broadcast),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
