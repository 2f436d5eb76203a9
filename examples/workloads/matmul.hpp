// C = A · B for square, row-major matrices of doubles, three times: as the formula says, with the two inner
// loops interchanged, and tiled for registers, L1 and L2.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "examples/workloads/array.hpp"

namespace workloads {

/// A row times a column: the sum of n products, the column's elements `stride` doubles apart.
[[gnu::noinline]] inline double dot(const double* row, const double* column, std::size_t stride,
                                    std::size_t n) {
    double sum = 0;
    for (std::size_t k = 0; k < n; ++k) sum += row[k] * column[k * stride];
    return sum;
}

/// to += factor · from. A function of its own, as dot is: inlined, compilers join several rows in one pass,
/// which changes the bytes that the variant is there to show.
[[gnu::noinline]] inline void add_scaled(double* __restrict to, const double* from, double factor,
                                         std::size_t n) {
    for (std::size_t j = 0; j < n; ++j) to[j] += factor * from[j];
}

class Matmul {
  public:
    // The tile: 6 rows by 8 columns are 12 accumulators of 4 doubles, and 2 for a row of B and 1 for an
    // element of A beside them fill 16 vector registers. 200 rows of B, 8 columns wide, are 12.5 KiB of L1
    // (beside 6 rows of A, 9.4 KiB); 132 rows of A, 200 long, are 206 KiB of L2.
    static constexpr std::size_t tile_rows = 6, tile_columns = 8, block_depth = 200, block_rows = 132;

    /// n must be a multiple of 24 for the tiled variant. An odd multiple makes a row an odd number of cache
    /// lines, so that a column spreads over all the sets of a cache; a power of two would fall into a few.
    explicit Matmul(std::size_t size) : n(size), a(size * size, 0), b(size * size, 1), c(size * size, 2) {
        for (std::size_t i = 0; i < n * n; ++i) {
            a[i] = static_cast<double>(i % 13) - 6;
            b[i] = static_cast<double>(i % 11) - 5;
        }
    }

    /// Row by column: B is walked down its columns, a new cache line with each step.
    void naive() {
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) c[i * n + j] = dot(&a[i * n], &b[j], n, n);
    }

    /// The inner loop runs along rows of B and C: unit stride, vectors, but B comes in whole for every row of
    /// A.
    void interchanged() {
        for (std::size_t i = 0; i < n; ++i) {
            std::fill_n(&c[i * n], n, 0.0);
            for (std::size_t k = 0; k < n; ++k) add_scaled(&c[i * n], &b[k * n], a[i * n + k], n);
        }
    }

    /// A block of A stays in L2, a panel of B in L1, a tile of C in registers.
    void tiled() {
        std::ranges::fill(c.values(), 0.0);
        for (std::size_t k = 0; k < n; k += block_depth)
            for (std::size_t i = 0; i < n; i += block_rows)
                for (std::size_t j = 0; j < n; j += tile_columns)
                    for (std::size_t row = i; row < std::min(n, i + block_rows); row += tile_rows)
                        tile(row, j, k, std::min(n, k + block_depth));
    }

    /// Compares 97 elements spread over C with sums of products; all values are small integers, so exactly.
    bool correct() const {
        for (std::size_t sample = 0; sample < 97; ++sample) {
            const std::size_t i = sample * 7919 % n;
            const std::size_t j = sample * 104729 % n;
            double sum = 0;
            for (std::size_t k = 0; k < n; ++k) sum = std::fma(a[i * n + k], b[k * n + j], sum);
            if (c[i * n + j] != sum) return false;
        }
        return true;
    }

    std::size_t n;
    Array a, b, c;

  private:
    // Four doubles, whatever the machine's vectors are: two NEON registers, half an AVX-512 one.
    using Vector = double __attribute__((vector_size(32), aligned(8), may_alias));

    void tile(std::size_t i, std::size_t j, std::size_t k_begin, std::size_t k_end) {
        constexpr std::size_t vectors = tile_columns / 4;
        Vector sums[tile_rows][vectors] = {};
        for (std::size_t k = k_begin; k < k_end; ++k) {
            const Vector* right = reinterpret_cast<const Vector*>(&b[k * n + j]);
            for (std::size_t row = 0; row < tile_rows; ++row)
                for (std::size_t v = 0; v < vectors; ++v) sums[row][v] += a[(i + row) * n + k] * right[v];
        }
        for (std::size_t row = 0; row < tile_rows; ++row) {
            Vector* out = reinterpret_cast<Vector*>(&c[(i + row) * n + j]);
            for (std::size_t v = 0; v < vectors; ++v) out[v] += sums[row][v];
        }
    }
};

}  // namespace workloads
