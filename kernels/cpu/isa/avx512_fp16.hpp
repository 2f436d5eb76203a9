// AVX-512 FP16: FMA on 32 numbers of 16 bits (Sapphire Rapids).
#pragma once

#include "kernels/cpu/isa/avx512.hpp"

#define ROW_HALF_INSTRUCTION "vfmadd231ph"
#define ROW_HALF "vfmadd231ph %2,%1,%0"
