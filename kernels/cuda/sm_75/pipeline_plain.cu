// Copy pipelines by ordinary loads: into registers before a tile is consumed, from there into shared memory
// after. So one consumption covers the latency, however many buffers there are.
#include "kernels/cuda/pipeline.cuh"

#define MANSARD_VARIANTS(KERNEL, isa)                    \
    KERNEL(isa, pipeline_plain_s1_t4k, PlainCopy, 1, 1)  \
    KERNEL(isa, pipeline_plain_s2_t4k, PlainCopy, 2, 1)  \
    KERNEL(isa, pipeline_plain_s3_t4k, PlainCopy, 3, 1)  \
    KERNEL(isa, pipeline_plain_s4_t4k, PlainCopy, 4, 1)  \
    KERNEL(isa, pipeline_plain_s1_t16k, PlainCopy, 1, 4) \
    KERNEL(isa, pipeline_plain_s2_t16k, PlainCopy, 2, 4) \
    KERNEL(isa, pipeline_plain_s3_t16k, PlainCopy, 3, 4) \
    KERNEL(isa, pipeline_plain_s4_t16k, PlainCopy, 4, 4)

/// Plain reads have kernels of their own (load.cu).
#define MANSARD_LOADS(KERNEL, isa)

namespace mansard::kernels::cuda {

#if defined(__CUDACC__)
template <int Stages, int Words>
class PlainCopy {
  public:
    MANSARD_DEVICE PlainCopy(const GpuFrame& frame, const Place& place) : frame_(frame), place_(place) {}
    MANSARD_DEVICE void start(std::uint64_t tile) {
        // What the last call left in registers goes to its buffer first.
        skip();
        const Word* const from = tile_at(frame_, place_, tile) + threadIdx.x;
#pragma unroll
        for (int i = 0; i < Words; ++i) held_[i] = LoadNc::load(from + i * pipeline_threads);
        tile_ = tile;
        holds_ = true;
    }
    MANSARD_DEVICE void skip() {
        if (!holds_) return;
        Word* const to =
            reinterpret_cast<Word*>(mansard_buffers + tile_ % Stages * pipeline_tile_bytes(Words));
#pragma unroll
        for (int i = 0; i < Words; ++i) to[i * pipeline_threads + threadIdx.x] = held_[i];
        holds_ = false;
    }
    MANSARD_DEVICE void finish(std::uint64_t tile) {
        if (Stages == 1 || tile_ == tile) skip();
        __syncthreads();
    }
    MANSARD_DEVICE void release() {
        __syncthreads();
    }

  private:
    const GpuFrame& frame_;
    const Place& place_;
    Word held_[Words];
    std::uint64_t tile_ = 0;
    bool holds_ = false;
};
#elif !MANSARD_DEVICE_CODE
constexpr std::string_view copy_instruction = LoadNc::facts.sass;
constexpr int copy_architecture = 75;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::simt, MANSARD_VARIANTS, MANSARD_LOADS)
