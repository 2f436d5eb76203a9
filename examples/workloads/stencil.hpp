// Four time steps of a 7-point stencil on a three-dimensional grid, twice: one step after the other over the
// whole grid, and as a wave in which four steps follow each other a plane apart.
#pragma once

#include <cmath>
#include <cstddef>

#include "examples/workloads/array.hpp"

namespace workloads {

/// n points of a row: each from itself and its six neighbours, `pitch` and `plane` doubles away. 8 FLOP each.
[[gnu::noinline]] inline void sweep_row(const double* from, double* __restrict to, std::ptrdiff_t n,
                                        std::ptrdiff_t pitch, std::ptrdiff_t plane) {
    for (std::ptrdiff_t i = 0; i < n; ++i)
        to[i] = 0.4 * from[i] + 0.1 * (from[i - 1] + from[i + 1] + from[i - pitch] + from[i + pitch] +
                                       from[i - plane] + from[i + plane]);
}

class Stencil {
  public:
    static constexpr std::size_t steps = 4;
    static constexpr std::size_t pad = 8;  ///< doubles before each row: one cache line, its last is the halo

    /// nx (a multiple of 8) by ny by nz points, and a halo of fixed values around them.
    Stencil(std::size_t points_x, std::size_t points_y, std::size_t points_z)
        : nx(points_x),
          ny(points_y),
          nz(points_z),
          pitch(nx + pad),
          plane(pitch * (ny + 2)),
          even(plane * (nz + 2) + pad, 0),
          odd(plane * (nz + 2) + pad, 1) {
        // Time 0, in both arrays: both need the halo.
        for (std::size_t i = 0; i < plane * (nz + 2) + pad; ++i)
            even[i] = odd[i] = static_cast<double>(i % 17);
    }

    /// Step by step: each of the four comes through the whole grid before the next begins.
    void naive() {
        for (std::size_t step = 0; step < steps; ++step)
            for (std::size_t k = 1; k <= nz; ++k) sweep_plane(step, k);
    }

    /// Step s handles plane k − s while step 0 handles plane k. What a step reads was written by the step
    /// before it, at most two planes ago, and what it overwrites nobody needs any more: the result is the
    /// same, and the 2 · (4 + 1) planes in use stay in L2 while the grid passes once instead of four times.
    void blocked() {
        for (std::size_t wave = 1; wave < nz + steps; ++wave)
            for (std::size_t step = 0; step < steps; ++step)
                if (wave > step && wave - step <= nz) sweep_plane(step, wave - step);
    }

    /// The steps written down once more, point by point and with no thought of speed, to check the others by.
    void reference() {
        for (std::size_t step = 0; step < steps; ++step) {
            const Array& from = step % 2 == 0 ? even : odd;
            Array& to = step % 2 == 0 ? odd : even;
            for (std::size_t k = 1; k <= nz; ++k)
                for (std::size_t j = 1; j <= ny; ++j)
                    for (std::size_t i = pad; i < pad + nx; ++i) {
                        const std::size_t at = k * plane + j * pitch + i;
                        double neighbours = from[at - 1] + from[at + 1];
                        neighbours += from[at - pitch] + from[at + pitch];
                        neighbours += from[at - plane] + from[at + plane];
                        to[at] = 0.4 * from[at] + 0.1 * neighbours;
                    }
        }
    }

    /// Whether the whole grid is that of `other`, up to rounding (values are under 17).
    bool same_as(const Stencil& other) const {
        for (std::size_t i = 0; i < plane * (nz + 2); ++i)
            if (std::abs(even[i] - other.even[i]) > 1e-13) return false;
        return true;
    }

    std::size_t nx, ny, nz;
    std::size_t pitch, plane;  ///< doubles from one row, one plane to the next
    Array even, odd;           ///< the grid after an even and after an odd number of steps

  private:
    void sweep_plane(std::size_t step, std::size_t k) {
        const double* from = step % 2 == 0 ? even.data() : odd.data();
        double* to = step % 2 == 0 ? odd.data() : even.data();
        for (std::size_t j = 1; j <= ny; ++j) {
            const std::size_t row = k * plane + j * pitch + pad;
            sweep_row(from + row, to + row, static_cast<std::ptrdiff_t>(nx),
                      static_cast<std::ptrdiff_t>(pitch), static_cast<std::ptrdiff_t>(plane));
        }
    }
};

}  // namespace workloads
