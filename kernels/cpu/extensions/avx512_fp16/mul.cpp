// Peak multiplications in half precision: 1 FLOP per lane of 16 bits and instruction.
#include "kernels/cpu/half.hpp"

ROW_HALF_KERNELS(mul, kernel<Op::mul, 8>, kernel<Op::mul, 12>)
