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

#if MANSARD_DEVICE_CODE
template <int Stages, int Words>
class PlainCopy {
  public:
    MANSARD_DEVICE void start(unsigned buffer, const Word* from) {
        // What the last call left in registers goes to its buffer first.
        skip();
#pragma unroll
        for (int i = 0; i < Words; ++i) held_[i] = LoadNc::load(from + i * pipeline_threads + threadIdx.x);
        buffer_ = buffer;
        holds_ = true;
    }
    MANSARD_DEVICE void skip() {
        if (!holds_) return;
        Word* const to = reinterpret_cast<Word*>(MANSARD_BUFFERS + buffer_ * pipeline_tile_bytes(Words));
#pragma unroll
        for (int i = 0; i < Words; ++i) to[i * pipeline_threads + threadIdx.x] = held_[i];
        holds_ = false;
    }
    MANSARD_DEVICE void finish(unsigned, unsigned) {
        if (Stages == 1) skip();
        __syncthreads();
    }
    MANSARD_DEVICE void release() {
        __syncthreads();
    }

  private:
    Word held_[Words];
    unsigned buffer_ = 0;
    bool holds_ = false;
};
#else
constexpr std::string_view copy_instruction = LoadNc::facts.sass;
constexpr int copy_architecture = 75;
#endif

}  // namespace mansard::kernels::cuda

MANSARD_PIPELINE_KERNELS(Isa::simt, MANSARD_VARIANTS, MANSARD_LOADS)
