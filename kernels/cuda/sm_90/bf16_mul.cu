// Multiplications of packed bf16 on the CUDA cores: as mul.cu, from sm_90 on.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL) KERNEL(mul_bf16_c8, MulBf16, 8)

MANSARD_ARITHMETIC_KERNELS(mul, Op::mul, MANSARD_VARIANTS)
