// AVX-512 BF16: VDPBF16PS, two products into each f32 (Cooper Lake, Zen 4).
#pragma once

#include "kernels/cpu/isa/avx512.hpp"

#define ROW_DOT_INSTRUCTION "vdpbf16ps"
#define ROW_DOT "vdpbf16ps %2,%1,%0"
#define ROW_DOT_DTYPE Dtype::bf16
#define ROW_DOT_PAIRS 2
