// FMA and additions of SVE side by side, for cores whose additions have units of their own.
#include "kernels/cpu/sve_loop.hpp"

ROW_SVE_KERNELS(mix)
