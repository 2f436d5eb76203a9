// Additions on the CUDA cores: x ← x + term, then x − term (all but a little), 1 FLOP for each number;
// integers add their neighbour, 1 OP.
#include "kernels/cuda/arithmetic.cuh"

#define MANSARD_VARIANTS(KERNEL)  \
    KERNEL(add_f64_c4, AddF64, 4) \
    KERNEL(add_f32_c4, AddF32, 4) \
    KERNEL(add_f32_c8, AddF32, 8) \
    KERNEL(add_f16_c8, AddF16, 8) \
    KERNEL(add_i32_c8, AddI32, 8) \
    KERNEL(add_i32_c16, AddI32, 16)

MANSARD_ARITHMETIC_KERNELS(add, Op::add, MANSARD_VARIANTS)
