// Matrix products of a warp on the tensor cores: FP16, BF16, TF32, INT8 and FP64 as of sm_80.
//
// Work: m × n × k multiply-adds for each issue. Pitfall: on sm_90 mma.sync reaches less than two thirds of
// what wgmma does, so it is a line of its own there and no roof of the type.
#include "kernels/cuda/mma.cuh"

#define MANSARD_VARIANTS(KERNEL)             \
    KERNEL(mma_f16_m16n8k16_c2, MmaF16, 2)   \
    KERNEL(mma_f16_m16n8k16_c4, MmaF16, 4)   \
    KERNEL(mma_bf16_m16n8k16_c2, MmaBf16, 2) \
    KERNEL(mma_bf16_m16n8k16_c4, MmaBf16, 4) \
    KERNEL(mma_tf32_m16n8k8_c4, MmaTf32, 4)  \
    KERNEL(mma_tf32_m16n8k8_c8, MmaTf32, 8)  \
    KERNEL(mma_i8_m16n8k32_c2, MmaI8, 2)     \
    KERNEL(mma_i8_m16n8k32_c4, MmaI8, 4)     \
    KERNEL(mma_f64_m8n8k4_c4, MmaF64, 4)     \
    KERNEL(mma_f64_m8n8k4_c8, MmaF64, 8)

MANSARD_MMA_KERNELS(MANSARD_VARIANTS)
