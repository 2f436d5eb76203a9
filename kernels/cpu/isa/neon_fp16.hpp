// Half precision of Armv8.2: arithmetic on 8 numbers of 16 bits.
#pragma once

#include "kernels/cpu/isa/neon.hpp"

#define ROW_REG "w"
#define ROW_HALF_FMA_INSTRUCTION "fmla"
#define ROW_HALF_FMA "fmla %0.8h,%1.8h,%2.8h"
#define ROW_HALF_ADD_INSTRUCTION "fadd"
#define ROW_HALF_ADD "fadd %0.8h,%0.8h,%1.8h"
#define ROW_HALF_MUL_INSTRUCTION "fmul"
#define ROW_HALF_MUL "fmul %0.8h,%0.8h,%1.8h"
