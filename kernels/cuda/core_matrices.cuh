// How wgmma and tcgen05 find operands in shared memory without swizzle: core matrices and the descriptors
// that name them (PTX ISA, "Matrix descriptor"). K-major: along K the numbers of a row lie side by side.
#pragma once

#include "kernels/cuda/frame.cuh"

namespace mansard::kernels::cuda {

/// A core matrix is 8 rows of 16 bytes, 128 bytes in one piece. An instruction takes 32 bytes along K: two of
/// them side by side (the leading dimension), 128 bytes apart; the next 8 rows follow 256 bytes on (the
/// stride).
inline constexpr unsigned core_row_bytes = 16, core_rows = 8, leading_bytes = 128, stride_bytes = 256;

/// Bytes of a tile of `rows` rows.
MANSARD_BOTH constexpr unsigned tile_bytes(unsigned rows) {
    return rows / core_rows * stride_bytes;
}

/// Byte in its tile of element (row, k), `bytes` wide.
MANSARD_BOTH constexpr unsigned element_at(unsigned row, unsigned k, unsigned bytes) {
    const unsigned along = k * bytes;
    return row / core_rows * stride_bytes + along / core_row_bytes * leading_bytes +
           row % core_rows * core_row_bytes + along % core_row_bytes;
}

/// The descriptor of a tile at `address` in shared memory: bits 0–13 the address, 16–29 the leading
/// dimension's distance, 32–45 the stride, each in units of 16 bytes; no base offset, no swizzle.
MANSARD_BOTH constexpr std::uint64_t matrix_descriptor(std::uint32_t address) {
    return static_cast<std::uint64_t>((address & 0x3ffffU) >> 4) |
           static_cast<std::uint64_t>(leading_bytes >> 4) << 16 |
           static_cast<std::uint64_t>(stride_bytes >> 4) << 32;
}

/// The same for tcgen05, whose descriptors carry a version: 1 in bits 46–47.
MANSARD_BOTH constexpr std::uint64_t tensor_descriptor(std::uint32_t address) {
    return matrix_descriptor(address) | std::uint64_t{1} << 46;
}

}  // namespace mansard::kernels::cuda
