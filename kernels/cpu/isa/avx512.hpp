// AVX-512 row: 512-bit, 32 registers ("v" reaches all of them; "x" only the first 16).
#pragma once

#define ROW_BASELINE 0
#define ROW_BYTES 64
#define ROW_LANES(T) (ROW_BYTES / static_cast<int>(sizeof(T)))
#define ROW_V "v"
#define ROW_THREE_OPERANDS 1
#define ROW_HAS_FMA 1
#define ROW_GENERAL_MOVES 0
#define ROW_REG "v"
#define ROW_REGISTERS 32
#define ROW_PD "pd"
#define ROW_PS "ps"
#define ROW_ENGINE Engine::vector
#include "kernels/cpu/isa/x86.hpp"
