// Reads of shared memory: conflict-free 128 bits a thread, and 32 bits a thread with 2, 4, 8 or 32 threads of
// a warp on each bank, which take as many turns.
//
// Work: an element is a trip of a warp, 8 accesses; 512 or 128 bytes read for each access. The same bytes are
// read in every trip; adding them up needs one or four additions for each access, which the other units do
// meanwhile.
#include "kernels/cuda/shared.cuh"

#define MANSARD_WIDE(KERNEL)               \
    KERNEL(shared_load_u8_t256_b4, 256, 4) \
    KERNEL(shared_load_u8_t1024_b2, 1024, 2)
#define MANSARD_CONFLICTS(KERNEL) \
    KERNEL(shared_conflict_2, 2)  \
    KERNEL(shared_conflict_4, 4)  \
    KERNEL(shared_conflict_8, 8)  \
    KERNEL(shared_conflict_32, 32)

#if MANSARD_DEVICE_CODE
#define MANSARD_WIDE_ENTRY(symbol, threads, blocks) \
    MANSARD_CUDA_ENTRY(symbol, threads,             \
                       mansard::kernels::cuda::shared_loop<mansard::kernels::cuda::WideAccess>)
#define MANSARD_CONFLICT_ENTRY(symbol, ways) \
    MANSARD_CUDA_ENTRY(symbol, 256,          \
                       mansard::kernels::cuda::shared_loop<mansard::kernels::cuda::ConflictingAccess<ways>>)
MANSARD_WIDE(MANSARD_WIDE_ENTRY)
MANSARD_CONFLICTS(MANSARD_CONFLICT_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

#define MANSARD_WIDE_DESC(symbol, threads, blocks) \
    shared_kernel<WideAccess>(#symbol, Pattern::load, threads, blocks),
#define MANSARD_CONFLICT_DESC(symbol, ways) \
    shared_kernel<ConflictingAccess<ways>>(#symbol, Pattern::conflict_##ways, 256, 4),
constinit const KernelDesc kernels[] = {MANSARD_WIDE(MANSARD_WIDE_DESC)
                                            MANSARD_CONFLICTS(MANSARD_CONFLICT_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
