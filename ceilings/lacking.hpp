// Roofs of instruction sets that the CPU lacks: dozens, with one reason. Where people read they are one line
// for each instruction set; JSON and CSV hold them all.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "ceilings/roof.hpp"

namespace mansard::ceilings {

/// Whether `roof` is absent because the CPU has no such instruction set.
bool lacks_isa(const Roof& roof);

/// Those of `roofs` that lack their instruction set, by reason: "this CPU has no avx512: 12 roofs".
std::vector<std::string> lacking_lines(std::span<const Roof* const> roofs);

}  // namespace mansard::ceilings
