// What the workloads move between the levels of memory, modelled: docs/examples.md derives every formula.
//
// A level's bytes are what crosses between it and the next level towards the core: L2's are lines that come
// up into L1 and lines that L1 gives back, DRAM's are lines that the last cache reads and writes. L1's bytes
// are those that load and store instructions name. All counts are for one run of the workload, in bytes, when
// it runs again and again: what still lies in a cache from the run before is not fetched.
#pragma once

#include "examples/workloads/matmul.hpp"
#include "examples/workloads/stencil.hpp"
#include "examples/workloads/triad.hpp"

namespace workloads {

/// Capacities in bytes, of the caches that one core can fill; 0 where a machine lacks the level.
struct Caches {
    double l1 = 32768, l2 = 524288, l3 = 33554432;
};

struct Bytes {
    double read = 0;     ///< towards the core
    double written = 0;  ///< away from it
    double total() const { return read + written; }
};

struct Traffic {
    double flops = 0;
    Bytes l1{}, l2{}, l3{}, dram{};
};

/// Traffic beyond each of `caches`; `beyond(capacity)` is what a cache of that capacity does not keep inside.
template <typename Beyond>
Traffic traffic(double flops, Bytes instructions, const Caches& caches, Beyond beyond) {
    // A level that is missing holds nothing more than the one before it.
    const double l2 = caches.l2 > caches.l1 ? caches.l2 : caches.l1;
    const double l3 = caches.l3 > l2 ? caches.l3 : l2;
    return {
        .flops = flops, .l1 = instructions, .l2 = beyond(caches.l1), .l3 = beyond(l2), .dram = beyond(l3)};
}

inline Traffic triad_traffic(double n, const Caches& caches) {
    const double vector = 8 * n;
    return traffic(2 * n, {2 * vector, vector}, caches, [&](double capacity) -> Bytes {
        if (3 * vector <= capacity) return {};
        return {3 * vector, vector};
    });
}

enum class MatmulVariant { naive, interchanged, tiled };

inline Bytes naive_matmul_beyond(double n, double capacity) {
    const double matrix = 8 * n * n;
    const double cube = 8 * n * n * n;
    const double row = 8 * n;
    const double column = 64 * n;  // a line for each element
    if (3 * matrix <= capacity) return {};
    if (matrix + 2 * row <= capacity) return {2 * matrix, matrix};     // B stays
    if (column + row <= capacity) return {cube + 2 * matrix, matrix};  // a column's lines serve 8 columns
    return {8 * cube + cube + matrix, matrix};                         // nothing stays
}

inline Bytes interchanged_matmul_beyond(double n, double capacity) {
    const double matrix = 8 * n * n;
    const double cube = 8 * n * n * n;
    const double row = 8 * n;
    if (3 * matrix <= capacity) return {};
    if (matrix + 2 * row <= capacity) return {2 * matrix, matrix};  // B stays
    if (3 * row <= capacity) return {cube + 2 * matrix, matrix};    // a row of C stays while B passes
    return {2 * cube + matrix, cube};
}

inline Bytes tiled_matmul_beyond(double n, double capacity) {
    const double matrix = 8 * n * n;
    const double depth = Matmul::block_depth;
    const double rows = Matmul::block_rows;
    const double a_block = 8 * rows * depth;
    const double b_panel = 8 * depth * Matmul::tile_columns;
    const double depth_blocks = std::ceil(n / depth);
    const double row_blocks = std::ceil(n / rows);
    if (3 * matrix <= capacity) return {};
    // A: once if a block stays while all panels of B pass over it, else once for each panel.
    const bool a_stays = a_block + b_panel + 8 * rows * Matmul::tile_columns <= capacity;
    const double a = a_stays ? matrix : matrix * n / Matmul::tile_columns;
    // B: once if all of it that a depth has stays from one block of rows to the next, else once for each.
    const bool b_stays = a_block + 8 * depth * n + 8 * rows * n <= capacity;
    const double b = b_stays ? matrix : matrix * row_blocks;
    // C: set to zero once, then read and written for each depth, unless it stays all the time.
    const bool c_stays = matrix + 16 * depth * n <= capacity;
    const double c = c_stays ? matrix : matrix * (depth_blocks + 1);
    return {a + b + c, c};
}

inline Traffic matmul_traffic(MatmulVariant variant, double n, const Caches& caches) {
    const double cube = 8 * n * n * n;
    const double matrix = 8 * n * n;
    const double flops = 2 * n * n * n;
    switch (variant) {
        case MatmulVariant::naive:
            return traffic(flops, {2 * cube, matrix}, caches,
                           [&](double capacity) { return naive_matmul_beyond(n, capacity); });
        case MatmulVariant::interchanged:
            return traffic(flops, {2 * cube + matrix, cube + matrix}, caches,
                           [&](double capacity) { return interchanged_matmul_beyond(n, capacity); });
        case MatmulVariant::tiled:
            break;
    }
    // An element of A serves a tile's columns, one of B its rows; C goes through registers once for each
    // depth.
    const double passes = std::ceil(n / Matmul::block_depth);
    return traffic(
        flops,
        {cube / Matmul::tile_columns + cube / Matmul::tile_rows + passes * matrix, (passes + 1) * matrix},
        caches, [&](double capacity) { return tiled_matmul_beyond(n, capacity); });
}

enum class StencilVariant { naive, blocked };

inline Traffic stencil_traffic(StencilVariant variant, double nx, double ny, double nz,
                               const Caches& caches) {
    const double steps = Stencil::steps;
    const double points = 8 * nx * ny * nz;                            // without halo
    const double with_halo = 8 * (nx + Stencil::pad) * (ny + 2) * nz;  // rows' ends and edge rows come along
    const double plane = 8 * (nx + Stencil::pad) * (ny + 2);
    const double volume = 2 * plane * (nz + 2);
    return traffic(nx * ny * nz * steps * 8, {7 * points * steps, points * steps}, caches,
                   [&](double capacity) -> Bytes {
                       if (volume <= capacity) return {};
                       // The wave's planes stay: both arrays pass once, read and written back.
                       if (variant == StencilVariant::blocked && 2 * (steps + 1) * plane <= capacity)
                           return {2 * with_halo, 2 * points};
                       // Three planes read and one written stay: one comes from beyond with each step.
                       if (4 * plane <= capacity) return {steps * (with_halo + points), steps * points};
                       // Only rows stay: the planes behind and ahead come again, though without their halo.
                       return {steps * (with_halo + 3 * points), steps * points};
                   });
}

}  // namespace workloads
