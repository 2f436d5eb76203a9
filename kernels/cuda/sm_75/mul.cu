// Multiplications on the CUDA cores: x ← 2 x, then x ÷ 2, 1 FLOP for each number; integers multiply by an odd
// number and wrap, 1 OP.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL)  \
    KERNEL(mul_f64_c4, MulF64, 4) \
    KERNEL(mul_f32_c4, MulF32, 4) \
    KERNEL(mul_f32_c8, MulF32, 8) \
    KERNEL(mul_f16_c8, MulF16, 8) \
    KERNEL(mul_i32_c8, MulI32, 8)

MANSARD_ARITHMETIC_KERNELS(mul, Op::mul, MANSARD_VARIANTS)
