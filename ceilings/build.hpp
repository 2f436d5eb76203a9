// Samples → ceilings: estimates, winners, checks, notes. Pure: no hardware, no clock, no files.
#pragma once

#include <span>
#include <string>

#include "ceilings/roof.hpp"
#include "core/sample.hpp"

namespace mansard::ceilings {

/// The ceilings that `samples` are evidence for. `created` is the samples' own, so equal samples give equal
/// ceilings. A roof without evidence is absent with a reason; one that fails a check is suspect with a
/// reason.
Ceilings build(const Samples& samples);

/// The same from several runs, pooled; see pool() in ceilings/fingerprint.hpp for what it throws.
Ceilings build(std::span<const Samples> runs, std::span<const std::string> sources);

}  // namespace mansard::ceilings
