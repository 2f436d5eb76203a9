// SVE: vectors whose length the machine decides. They have no size at compile time: the kernels are whole
// loops, and share nothing with the NEON row.
#pragma once

#include "kernels/cpu/checks.hpp"
#include "kernels/kernel.hpp"
