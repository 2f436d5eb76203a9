// Reads of device memory and L2 with a stated number of bytes requested at a time on each SM: what a kernel
// of low occupancy or little unrolling reaches at best. One block on each SM; each thread has `unroll` loads
// of 16 bytes under way and waits for all of them before it asks for more.
//
// Work: 16 bytes read for each element. Bytes in flight: threads × unroll × 16.
#include "kernels/cuda/stream.cuh"

#define MANSARD_VARIANTS(KERNEL)        \
    KERNEL(in_flight_t32_u2, 2, 32)     \
    KERNEL(in_flight_t64_u2, 2, 64)     \
    KERNEL(in_flight_t128_u2, 2, 128)   \
    KERNEL(in_flight_t256_u2, 2, 256)   \
    KERNEL(in_flight_t128_u4, 4, 128)   \
    KERNEL(in_flight_t512_u2, 2, 512)   \
    KERNEL(in_flight_t256_u4, 4, 256)   \
    KERNEL(in_flight_t1024_u2, 2, 1024) \
    KERNEL(in_flight_t512_u4, 4, 512)   \
    KERNEL(in_flight_t1024_u4, 4, 1024) \
    KERNEL(in_flight_t512_u8, 8, 512)   \
    KERNEL(in_flight_t1024_u8, 8, 1024)

#if MANSARD_DEVICE_CODE
#define MANSARD_ENTRY(symbol, unroll, threads)                                           \
    MANSARD_CUDA_ENTRY(symbol, threads,                                                  \
                       mansard::kernels::cuda::load_loop<mansard::kernels::cuda::LoadCg, \
                                                         mansard::kernels::cuda::Walk::together, unroll>)
MANSARD_VARIANTS(MANSARD_ENTRY)
#else
namespace mansard::kernels::cuda {
namespace {

constexpr KernelDesc in_flight_kernel(const StreamShape& shape) {
    KernelDesc kernel = stream_kernel(shape, LoadCg::facts.sass, shape.unroll, 1, 0, check_load);
    kernel.summary = "reads with few bytes in flight on each SM";
    kernel.gpu.in_flight_bytes = shape.threads * static_cast<unsigned>(shape.unroll) * sizeof(Word);
    return kernel;
}

#define MANSARD_DESC(symbol, unroll, threads)                                                  \
    in_flight_kernel({"in_flight", #symbol, Pattern::load, Walk::together, unroll, threads, 1, \
                      bit_of(Level::DRAM) | bit_of(Level::L2)}),
constinit const KernelDesc kernels[] = {MANSARD_VARIANTS(MANSARD_DESC)};

}  // namespace
MANSARD_CUDA_TABLE
}  // namespace mansard::kernels::cuda
#endif
