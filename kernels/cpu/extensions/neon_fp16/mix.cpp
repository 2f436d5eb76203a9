// FMA and additions in half precision side by side, for cores whose additions have units of their own: 3 FLOP
// per lane of 16 bits and pair.
#include "kernels/cpu/half.hpp"

ROW_HALF_KERNELS(mix, kernel<Op::mix, 6>, kernel<Op::mix, 8>)
