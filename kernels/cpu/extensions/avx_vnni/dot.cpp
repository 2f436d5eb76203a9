// Peak dot products of bytes, 256 bits: 2 × 4 OP per lane of 32 bits and instruction.
#include "kernels/cpu/dot.hpp"
