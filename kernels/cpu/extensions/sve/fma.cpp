// Peak fused multiply-add of SVE: 2 FLOP per lane and instruction.
#include "kernels/cpu/sve_loop.hpp"

ROW_SVE_KERNELS(fma)
