// Matrix products of a warp with Turing's shape, m16n8k8: later chips have it too, at half the rate or less,
// so the search leaves it to the oldest.
#include "kernels/cuda/mma.cuh"

#define MANSARD_VARIANTS(KERNEL)            \
    KERNEL(mma_f16_m16n8k8_c4, MmaF16K8, 4) \
    KERNEL(mma_f16_m16n8k8_c8, MmaF16K8, 8)

MANSARD_MMA_KERNELS(MANSARD_VARIANTS)
