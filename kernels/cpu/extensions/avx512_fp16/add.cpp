// Peak additions in half precision: 1 FLOP per lane of 16 bits and instruction.
#include "kernels/cpu/half.hpp"

ROW_HALF_KERNELS(add, kernel<Op::add, 8>, kernel<Op::add, 12>)
