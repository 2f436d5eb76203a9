// NEON row: 128-bit Advanced SIMD, on every AArch64 core.
#pragma once

#define ROW_BASELINE 0
#define ROW_SCALAR 0
#define ROW_LANES(T) (ROW_BYTES / static_cast<int>(sizeof(T)))
#define ROW_ENGINE Engine::vector
#include "kernels/cpu/isa/arm.hpp"
