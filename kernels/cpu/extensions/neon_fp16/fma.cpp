// Peak fused multiply-add in half precision: 2 FLOP per lane of 16 bits and instruction.
#include "kernels/cpu/half.hpp"

ROW_HALF_KERNELS(fma, kernel<Op::fma, 8>, kernel<Op::fma, 10>, kernel<Op::fma, 12>)
