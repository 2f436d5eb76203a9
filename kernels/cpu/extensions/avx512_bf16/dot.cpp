// Peak dot products of bf16, 512 bits: 2 × 2 FLOP per f32 lane and instruction.
#include "kernels/cpu/dot.hpp"
