// How roofs must count for bytes to be compared with them.
#pragma once

#include "analyzer/point.hpp"
#include "ceilings/bandwidth.hpp"

namespace mansard::analyzer {

inline ceilings::Convention convention_of(const ByteCount& bytes) {
    return bytes.basis == Basis::traffic ? ceilings::Convention::bus : ceilings::Convention::architectural;
}

}  // namespace mansard::analyzer
