// SSE2 row: 128-bit, two-operand encoding.
#pragma once

#define ROW_BASELINE 0
#define ROW_BYTES 16
#define ROW_LANES(T) (ROW_BYTES / static_cast<int>(sizeof(T)))
#define ROW_V ""
#define ROW_THREE_OPERANDS 0
#define ROW_HAS_FMA 0
#define ROW_GENERAL_MOVES 0
#define ROW_REG "x"
#define ROW_REGISTERS 16
#define ROW_PD "pd"
#define ROW_PS "ps"
#define ROW_ENGINE Engine::vector
#include "kernels/cpu/isa/x86.hpp"
