// Copy pipelines by cp.async.bulk (sm_90 on): one thread asks the copy engine for a whole tile, and a barrier
// in shared memory counts the bytes that have come.
#include "kernels/cuda/pipeline.cuh"

#define MANSARD_VARIANTS(KERNEL, isa)                  \
    KERNEL(isa, pipeline_bulk_s1_t4k, BulkCopy, 1, 1)  \
    KERNEL(isa, pipeline_bulk_s2_t4k, BulkCopy, 2, 1)  \
    KERNEL(isa, pipeline_bulk_s3_t4k, BulkCopy, 3, 1)  \
    KERNEL(isa, pipeline_bulk_s4_t4k, BulkCopy, 4, 1)  \
    KERNEL(isa, pipeline_bulk_s1_t16k, BulkCopy, 1, 4) \
    KERNEL(isa, pipeline_bulk_s2_t16k, BulkCopy, 2, 4) \
    KERNEL(isa, pipeline_bulk_s3_t16k, BulkCopy, 3, 4) \
    KERNEL(isa, pipeline_bulk_s4_t16k, BulkCopy, 4, 4)

/// Those that are tried for plain reads, too.
#define MANSARD_LOADS(KERNEL, isa)                    \
    KERNEL(isa, pipeline_bulk_s4_t4k, BulkCopy, 4, 1) \
    KERNEL(isa, pipeline_bulk_s4_t16k, BulkCopy, 4, 4)

namespace mansard::kernels::cuda {

#if defined(__CUDACC__)
template <int Stages, int Words>
class BulkCopy {
  public:
    MANSARD_DEVICE BulkCopy(const GpuFrame& frame, const Place& place)
        : frame_(frame),
          place_(place),
          base_(static_cast<std::uint32_t>(__cvta_generic_to_shared(mansard_buffers))) {
        if (threadIdx.x == 0) {
            for (int stage = 0; stage < Stages; ++stage)
                asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier(stage)) : "memory");
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        }
        __syncthreads();
    }
    MANSARD_DEVICE void start(std::uint64_t tile) {
        if (threadIdx.x != 0) return;
        const auto stage = static_cast<int>(tile % Stages);
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier(stage)),
                     "r"(bytes)
                     : "memory");
        asm volatile(
            "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                base_ + static_cast<std::uint32_t>(stage) * bytes),
            "l"(tile_at(frame_, place_, tile)), "r"(bytes), "r"(barrier(stage))
            : "memory");
    }
    MANSARD_DEVICE void skip() {}
    MANSARD_DEVICE void finish(std::uint64_t tile) {
        // A barrier's phase turns each time its buffer has been filled.
        const auto parity = static_cast<std::uint32_t>(tile / Stages % 2);
        std::uint32_t done = 0;
        while (done == 0)
            asm volatile(
                "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; "
                "}"
                : "=r"(done)
                : "r"(barrier(static_cast<int>(tile % Stages))), "r"(parity)
                : "memory");
    }
    MANSARD_DEVICE void release() {
        // The engine writes next what threads have just read by the ordinary way.
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
    }

  private:
    static constexpr std::uint32_t bytes = pipeline_tile_bytes(Words);
    MANSARD_DEVICE std::uint32_t barrier(int stage) const {
        return base_ + Stages * bytes + static_cast<std::uint32_t>(stage) * 8;
    }
    const GpuFrame& frame_;
    const Place& place_;
    std::uint32_t base_;
};
#elif !MANSARD_DEVICE_CODE
constexpr std::string_view copy_instruction = "UBLKCP";
constexpr int copy_architecture = 90;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::bulk, MANSARD_VARIANTS, MANSARD_LOADS)
