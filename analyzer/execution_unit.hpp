// Which work of a point waits for each other.
#pragma once

#include <cstddef>

#include "ceilings/bandwidth.hpp"

namespace mansard::analyzer {

inline constexpr std::size_t execution_units = 4;

/// Which unit works: types on one unit wait for each other, so their times add, and units work side by side.
/// A CPU's vector units take every type; a GPU's SM has units of their own for f64 and for integers. Matrix
/// units are apart everywhere.
inline std::size_t execution_unit(const ceilings::Line& line, Engine engine, Dtype dtype) {
    if (engine == Engine::matrix) return 1;
    if (line.roof->target.isa != Isa::simt) return 0;
    return dtype == Dtype::f64 ? 2 : dtype == Dtype::i32 ? 3 : 0;
}

}  // namespace mansard::analyzer
