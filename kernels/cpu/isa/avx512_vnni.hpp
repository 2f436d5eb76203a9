// AVX-512 VNNI: VPDPBUSD in 512 bits (Cascade Lake, Zen 4).
#pragma once

#include "kernels/cpu/isa/avx512.hpp"

#define ROW_DOT_INSTRUCTION "vpdpbusd"
#define ROW_DOT "vpdpbusd %2,%1,%0"
#define ROW_DOT_DTYPE Dtype::i8
#define ROW_DOT_PAIRS 4
