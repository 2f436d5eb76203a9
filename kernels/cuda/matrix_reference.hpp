// What the matrix kernels must leave behind, from the same operands in whole numbers.
#pragma once

#include <string>

#include "kernels/cuda/launch.hpp"
#include "kernels/cuda/matrices.cuh"

namespace mansard::kernels::cuda {

struct FragmentShape {
    Element element;
    int k;          ///< depth of one instruction
    int chains;     ///< accumulators, each with operands of its own
    int registers;  ///< of an accumulator in each thread
};

/// The whole number Σ over k of A × B at (row, column) for operands `which` and `which` + 1.
std::int64_t product_at(Element element, int k, unsigned which, unsigned row, unsigned column);

/// Compares the accumulators of the first and the last warp with the products; empty: all are equal.
std::string check_fragments(const Evidence& evidence, const FragmentShape& shape);

/// Row and column of register `index` (0 to 127) of a thread of a warpgroup. PTX ISA, "wgmma, matrix D": each
/// warp has 16 rows, and groups of four registers lie 8 columns apart.
Cell warpgroup_cell(unsigned thread, int index);

/// The same of a warpgroup's accumulator of 64 × 256 after trips of `stages` issues, stage s with operands 2
/// s and 2 s + 1.
std::string check_warpgroup(const Evidence& evidence, Element element, int k, int stages);

/// The same of an accumulator of 128 × 256 in tensor memory: thread = row, 256 columns side by side.
std::string check_tensor_memory(const Evidence& evidence, Element element, int k, int stages);

/// The value that an accumulator must have after `passes` trips of `repeats` issues that each add `product`:
/// floats turn their sign from trip to trip, so that one trip is left of an odd number; integers wrap.
double expected_float(Element element, std::int64_t product, int repeats, std::uint64_t passes);
std::int32_t expected_integer(std::int64_t product, int repeats, std::uint64_t passes);

}  // namespace mansard::kernels::cuda
