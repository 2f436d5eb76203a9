// Additions of packed bf16 on the CUDA cores: as add.cu, from sm_90 on.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL) KERNEL(add_bf16_c8, AddBf16, 8)

MANSARD_ARITHMETIC_KERNELS(add, Op::add, MANSARD_VARIANTS)
