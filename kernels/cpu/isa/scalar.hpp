// Scalar row: one number per instruction, the baseline of each architecture.
#pragma once

#define ROW_BASELINE 1  // kernels that need no particular ISA are compiled in this row only
#if defined(__x86_64__)
#define ROW_BYTES 16
#define ROW_LANES(T) 1
#define ROW_V ""
#define ROW_THREE_OPERANDS 0
#define ROW_HAS_FMA 0
#define ROW_GENERAL_MOVES 1
#define ROW_REG "x"
#define ROW_REGISTERS 16
#define ROW_PD "sd"
#define ROW_PS "ss"
#define ROW_ENGINE Engine::scalar
#include "kernels/cpu/isa/x86.hpp"
#else
#define ROW_SCALAR 1
#define ROW_LANES(T) 1
#define ROW_ENGINE Engine::scalar
#include "kernels/cpu/isa/arm.hpp"
#endif
