// Dot products of Armv8.2 (SDOT): four products of bytes into each i32.
#pragma once

#include "kernels/cpu/isa/neon.hpp"

#define ROW_REG "w"
#define ROW_DOT_INSTRUCTION "sdot"
#define ROW_DOT "sdot %0.4s,%1.16b,%2.16b"
#define ROW_DOT_DTYPE Dtype::i8
#define ROW_DOT_PAIRS 4
