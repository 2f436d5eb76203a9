// Whether two machines are the same one as far as measured roofs are concerned.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/sample.hpp"

namespace mansard::ceilings {

/// What differs between two fingerprints, one phrase each: "microcode: 0xa0011d5 and 0xa0011d7". Empty if
/// they are the same machine in the same configuration. What the caches claim is left out: it is a hint only.
std::vector<std::string> fingerprint_differences(const Machine& a, const Machine& b);

/// Throws Error{bad_input} unless `recorded`, the machine of the file `where`, is `here`, saying what
/// differs.
void require_same_machine(const Machine& recorded, const Machine& here, const std::string& where);

/// Runs of one machine as one: equal series (roof, kernel, variant, set size) have their blocks together,
/// with rounds numbered on. `sources` names each run in errors. Throws Error{bad_input} for no runs and for
/// runs of different machines, naming what differs.
Samples pool(std::span<const Samples> runs, std::span<const std::string> sources);

}  // namespace mansard::ceilings
