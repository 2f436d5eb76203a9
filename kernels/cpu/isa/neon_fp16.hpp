// Half precision of Armv8.2: FMLA on 8 numbers of 16 bits.
#pragma once

#include "kernels/cpu/isa/neon.hpp"

#define ROW_REG "w"
#define ROW_HALF_INSTRUCTION "fmla"
#define ROW_HALF "fmla %0.8h,%1.8h,%2.8h"
