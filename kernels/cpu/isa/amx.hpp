// AMX: matrix tiles of 16 rows of 64 bytes (Sapphire Rapids). Tile registers are no operands of the compiler:
// the kernels are whole loops, and share nothing with the vector rows.
#pragma once

#include "kernels/cpu/checks.hpp"
#include "kernels/kernel.hpp"
