// Fused multiply-add on the CUDA cores: x ← factor × x + term, 2 FLOP for each number (OP for integers).
//
// Pitfalls: on a chip that issues one FFMA in each cycle every other instruction of the loop costs a slot;
// two accumulators of a warp do not cover the latency, unless enough warps do.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL)    \
    KERNEL(fma_f64_c2, FmaF64, 2)   \
    KERNEL(fma_f64_c4, FmaF64, 4)   \
    KERNEL(fma_f64_c8, FmaF64, 8)   \
    KERNEL(fma_f32_c2, FmaF32, 2)   \
    KERNEL(fma_f32_c4, FmaF32, 4)   \
    KERNEL(fma_f32_c8, FmaF32, 8)   \
    KERNEL(fma_f32_c16, FmaF32, 16) \
    KERNEL(fma_f16_c4, FmaF16, 4)   \
    KERNEL(fma_f16_c8, FmaF16, 8)   \
    KERNEL(fma_i32_c4, FmaI32, 4)   \
    KERNEL(fma_i32_c8, FmaI32, 8)

MANSARD_ARITHMETIC_KERNELS(fma, Op::fma, MANSARD_VARIANTS)
