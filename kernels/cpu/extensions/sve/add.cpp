// Peak additions of SVE: 1 FLOP per lane and instruction.
#include "kernels/cpu/sve_loop.hpp"

ROW_SVE_KERNELS(add)
