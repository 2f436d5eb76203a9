// Copy pipelines by cp.async (sm_80 on): each thread asks for its 16 bytes, which reach shared memory past
// registers; as many tiles are under way as there are buffers but one.
#include "kernels/cuda/pipeline.cuh"

#define MANSARD_VARIANTS(KERNEL, isa)                       \
    KERNEL(isa, pipeline_cp_async_s1_t4k, AsyncCopy, 1, 1)  \
    KERNEL(isa, pipeline_cp_async_s2_t4k, AsyncCopy, 2, 1)  \
    KERNEL(isa, pipeline_cp_async_s3_t4k, AsyncCopy, 3, 1)  \
    KERNEL(isa, pipeline_cp_async_s4_t4k, AsyncCopy, 4, 1)  \
    KERNEL(isa, pipeline_cp_async_s1_t16k, AsyncCopy, 1, 4) \
    KERNEL(isa, pipeline_cp_async_s2_t16k, AsyncCopy, 2, 4) \
    KERNEL(isa, pipeline_cp_async_s3_t16k, AsyncCopy, 3, 4) \
    KERNEL(isa, pipeline_cp_async_s4_t16k, AsyncCopy, 4, 4)

/// Those that are tried for plain reads, too.
#define MANSARD_LOADS(KERNEL, isa)                         \
    KERNEL(isa, pipeline_cp_async_s4_t4k, AsyncCopy, 4, 1) \
    KERNEL(isa, pipeline_cp_async_s4_t16k, AsyncCopy, 4, 4)

namespace mansard::kernels::cuda {

#if MANSARD_DEVICE_CODE
template <int Stages, int Words>
class AsyncCopy {
  public:
    MANSARD_DEVICE void start(unsigned buffer, const Word* from) {
        const std::uint32_t to = base_ + buffer * pipeline_tile_bytes(Words);
#pragma unroll
        for (int i = 0; i < Words; ++i)
            CopyAsync::copy(to + i * pipeline_threads * 16, from + i * pipeline_threads + threadIdx.x);
        skip();
    }
    /// A group of its own for each tile, an empty one for each that there is not: the wait counts groups.
    MANSARD_DEVICE void skip() {
        CopyAsync::close_group();
    }
    MANSARD_DEVICE void finish(unsigned, unsigned) {
        CopyAsync::wait<Stages - 1>();
        __syncthreads();
    }
    MANSARD_DEVICE void release() {
        __syncthreads();
    }

  private:
    std::uint32_t base_ = buffers_base() + threadIdx.x * 16;
};
#else
constexpr std::string_view copy_instruction = CopyAsync::facts.sass;
constexpr int copy_architecture = CopyAsync::facts.architecture;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::cp_async, MANSARD_VARIANTS, MANSARD_LOADS)
