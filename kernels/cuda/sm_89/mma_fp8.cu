// Matrix products of a warp in FP8 (e4m3), native on sm_89 and sm_120. sm_90 and sm_100 have only an
// emulation of it, which is slower than FP16: there this kernel is not offered.

// only for: 89 120a

#include "kernels/cuda/mma.cuh"

#define MANSARD_VARIANTS(KERNEL)           \
    KERNEL(mma_fp8_m16n8k32_c2, MmaFp8, 2) \
    KERNEL(mma_fp8_m16n8k32_c4, MmaFp8, 4)

MANSARD_MMA_KERNELS(MANSARD_VARIANTS)
