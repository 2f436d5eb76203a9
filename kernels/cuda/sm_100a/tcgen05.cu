// Matrix products on Blackwell's tensor cores: 128 × 256 with FP16, BF16, TF32, FP8 and INT8 operands from
// shared memory, the accumulator in tensor memory.
//
// Work: 128 × 256 × k multiply-adds for each instruction, four in a trip.
#include "kernels/cuda/tcgen05.cuh"

#define MANSARD_VARIANTS(KERNEL)      \
    KERNEL(tcgen05_f16, Tcgen05F16)   \
    KERNEL(tcgen05_bf16, Tcgen05Bf16) \
    KERNEL(tcgen05_tf32, Tcgen05Tf32) \
    KERNEL(tcgen05_fp8, Tcgen05Fp8)   \
    KERNEL(tcgen05_i8, Tcgen05I8)

MANSARD_TCGEN05_KERNELS(MANSARD_VARIANTS)
