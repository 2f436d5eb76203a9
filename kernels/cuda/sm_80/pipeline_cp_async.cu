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

#if defined(__CUDACC__)
template <int Stages, int Words>
class AsyncCopy {
  public:
    MANSARD_DEVICE AsyncCopy(const GpuFrame& frame, const Place& place)
        : frame_(frame),
          place_(place),
          base_(static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_buffers)) + threadIdx.x * 16) {}
    MANSARD_DEVICE void start(std::uint64_t tile) {
        const Word* const from = tile_at(frame_, place_, tile) + threadIdx.x;
        const auto to = base_ + static_cast<std::uint32_t>(tile % Stages) * pipeline_tile_bytes(Words);
#pragma unroll
        for (int i = 0; i < Words; ++i)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + i * pipeline_threads * 16),
                         "l"(from + i * pipeline_threads)
                         : "memory");
        skip();
    }
    /// A group of its own for each tile, an empty one behind the last: the wait counts groups.
    MANSARD_DEVICE void skip() {
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    MANSARD_DEVICE void finish(std::uint64_t) {
        asm volatile("cp.async.wait_group %0;" ::"n"(Stages - 1) : "memory");
        __syncthreads();
    }
    MANSARD_DEVICE void release() {
        __syncthreads();
    }

  private:
    const GpuFrame& frame_;
    const Place& place_;
    std::uint32_t base_;
};
#elif !MANSARD_DEVICE_CODE
constexpr std::string_view copy_instruction = "LDGSTS";
constexpr int copy_architecture = 80;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::cp_async, MANSARD_VARIANTS, MANSARD_LOADS)
