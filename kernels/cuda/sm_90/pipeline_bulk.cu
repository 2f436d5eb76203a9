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

#if MANSARD_DEVICE_CODE
template <int Stages, int Words>
class BulkCopy {
  public:
    MANSARD_DEVICE BulkCopy() {
        if (threadIdx.x == 0) {
            for (int stage = 0; stage < Stages; ++stage) SharedBarrier::make(barrier(stage), 1);
            SharedBarrier::fence();
        }
        __syncthreads();
    }
    MANSARD_DEVICE void start(unsigned buffer, const Word* from) {
        if (threadIdx.x != 0) return;
        SharedBarrier::arrive_expecting(barrier(buffer), bytes);
        CopyBulk::copy(base_ + buffer * bytes, from, bytes, barrier(buffer));
    }
    MANSARD_DEVICE void skip() {}
    MANSARD_DEVICE void finish(unsigned buffer, unsigned parity) {
        // A barrier's phase turns each time its buffer has been filled.
        SharedBarrier::wait(barrier(buffer), parity);
    }
    MANSARD_DEVICE void release() {
        // The engine writes next what threads have just read by the ordinary way.
        SharedBarrier::fence();
        __syncthreads();
    }

  private:
    static constexpr std::uint32_t bytes = pipeline_tile_bytes(Words);
    MANSARD_DEVICE std::uint32_t barrier(unsigned stage) const { return base_ + Stages * bytes + stage * 8; }
    std::uint32_t base_ = buffers_base();
};
#else
constexpr std::string_view copy_instruction = CopyBulk::facts.sass;
constexpr int copy_architecture = CopyBulk::facts.architecture;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::bulk, MANSARD_VARIANTS, MANSARD_LOADS)
