// Operands in shared memory, as wgmma and tcgen05 read them.
#pragma once

#include "kernels/cuda/core_matrices.cuh"
#include "kernels/cuda/matrices.cuh"

#if defined(__CUDACC__)
extern "C" __shared__ __align__(128) unsigned char mansard_tiles[];

namespace mansard::kernels::cuda {

/// All threads of the block write operand `which` (even: A, odd: B) into the tile.
template <typename I>
MANSARD_DEVICE void fill_tile(unsigned char* tile, unsigned rows, unsigned which, bool negative,
                              std::uint32_t mask) {
    constexpr unsigned bytes = bits_of(I::element) / 8;
    for (unsigned i = threadIdx.x; i < rows * I::k; i += blockDim.x) {
        const unsigned row = i / I::k, k = i % I::k;
        // B is stored by columns: row here is the column of B.
        std::int32_t whole =
            which % 2 == 0 ? whole_at(I::element, which, row, k) : whole_at(I::element, which, k, row);
        if (negative && I::element != Element::i8) whole = -whole;
        const std::uint64_t value = mask == 0 ? 0 : bits_of_whole(I::element, whole);
        unsigned char* const at = tile + element_at(row, k, bytes);
        if constexpr (bytes == 4)
            *reinterpret_cast<std::uint32_t*>(at) = static_cast<std::uint32_t>(value);
        else if constexpr (bytes == 2)
            *reinterpret_cast<std::uint16_t*>(at) = static_cast<std::uint16_t>(value);
        else
            *at = static_cast<unsigned char>(value);
    }
}

}  // namespace mansard::kernels::cuda
#endif
