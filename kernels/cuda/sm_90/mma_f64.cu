// Matrix products of a warp in FP64 with the larger shape of sm_90. Later chips make eight of the smaller one
// of it, which is measured by itself.

// only for: 90 90a

#include "kernels/cuda/mma.cuh"

#define MANSARD_VARIANTS(KERNEL)               \
    KERNEL(mma_f64_m16n8k16_c1, MmaF64Wide, 1) \
    KERNEL(mma_f64_m16n8k16_c2, MmaF64Wide, 2)

MANSARD_MMA_KERNELS(MANSARD_VARIANTS)
