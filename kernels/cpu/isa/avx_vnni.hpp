// AVX-VNNI: VPDPBUSD in 256 bits, in the VEX encoding (Alder Lake, Zen 5).
#pragma once

#include "kernels/cpu/isa/avx2.hpp"

#define ROW_DOT_INSTRUCTION "vpdpbusd"
// The assembler prefers the encoding of AVX-512 unless told.
#define ROW_DOT "%{vex%} vpdpbusd %2,%1,%0"
#define ROW_DOT_DTYPE Dtype::i8
#define ROW_DOT_PAIRS 4
