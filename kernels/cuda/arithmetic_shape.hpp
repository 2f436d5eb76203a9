#pragma once

#include "kernels/cuda/frame.cuh"

namespace mansard::kernels::cuda {

/// Issues in a trip of the arithmetic loop, all accumulators together, and threads of its blocks.
inline constexpr int arithmetic_issues = 256, arithmetic_threads = 256;

/// Start value of accumulator `chain` of a thread: each has its own.
MANSARD_BOTH constexpr std::uint32_t start_index(unsigned thread, int chain) {
    return thread * 64 + static_cast<unsigned>(chain);
}

}  // namespace mansard::kernels::cuda
