// Matrix products of a warpgroup on Hopper's tensor cores: m64n256 with FP16, BF16, TF32, FP8 and INT8
// operands, from shared memory, by one and by two warpgroups on each SM.
//
// Work: 64 × 256 × k multiply-adds for each instruction, four in a trip.
#include "kernels/cuda/wgmma.cuh"

#define MANSARD_VARIANTS(KERNEL)          \
    KERNEL(wgmma_f16_w1, WgmmaF16, 128)   \
    KERNEL(wgmma_f16_w2, WgmmaF16, 256)   \
    KERNEL(wgmma_bf16_w1, WgmmaBf16, 128) \
    KERNEL(wgmma_bf16_w2, WgmmaBf16, 256) \
    KERNEL(wgmma_tf32_w1, WgmmaTf32, 128) \
    KERNEL(wgmma_tf32_w2, WgmmaTf32, 256) \
    KERNEL(wgmma_fp8_w1, WgmmaFp8, 128)   \
    KERNEL(wgmma_fp8_w2, WgmmaFp8, 256)   \
    KERNEL(wgmma_i8_w1, WgmmaI8, 128)     \
    KERNEL(wgmma_i8_w2, WgmmaI8, 256)

MANSARD_WGMMA_KERNELS(MANSARD_VARIANTS)
