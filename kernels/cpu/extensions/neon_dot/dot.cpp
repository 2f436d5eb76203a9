// Peak dot products of bytes, 128 bits: 2 × 4 OP per lane of 32 bits and instruction.
#include "kernels/cpu/dot.hpp"
