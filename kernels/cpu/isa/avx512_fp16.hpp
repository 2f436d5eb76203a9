// AVX-512 FP16: arithmetic on 32 numbers of 16 bits (Sapphire Rapids).
#pragma once

#include "kernels/cpu/isa/avx512.hpp"

#define ROW_HALF_FMA_INSTRUCTION "vfmadd231ph"
#define ROW_HALF_FMA "vfmadd231ph %2,%1,%0"
#define ROW_HALF_ADD_INSTRUCTION "vaddph"
#define ROW_HALF_ADD "vaddph %1,%0,%0"
#define ROW_HALF_MUL_INSTRUCTION "vmulph"
#define ROW_HALF_MUL "vmulph %1,%0,%0"
