// Peak fused multiply-add in half precision: 2 FLOP per lane of 16 bits and instruction.
#include "kernels/cpu/half.hpp"
