// Fused multiply-add of packed bf16 on the CUDA cores: as fma.cu, from sm_80 on.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL)    \
    KERNEL(fma_bf16_c4, FmaBf16, 4) \
    KERNEL(fma_bf16_c8, FmaBf16, 8)

MANSARD_ARITHMETIC_KERNELS(fma, Op::fma, MANSARD_VARIANTS)
