// Variants of one roof against each other: which series makes it, and what the roof says of itself.
#pragma once

#include <vector>

#include "ceilings/roof.hpp"
#include "core/sample.hpp"

namespace mansard::ceilings {

/// The series that aim at one roof: equal roof_id and threads. The instruction set of a bandwidth or latency
/// roof is a variant (the means), that of a compute roof is not. Never empty; points into the samples.
struct Contest {
    std::string id{};
    std::vector<const Series*> series{};
};

/// All contests, in the order in which their first series appear. Series of the working-set sweep take no
/// part.
std::vector<Contest> contests(const Samples& samples);

struct Decision {
    Roof roof{};
    const Series* winner = nullptr;  ///< null where the roof is absent
};

/// The roof of the variant with the best estimate over final blocks. A variant that failed a check wins only
/// where no other is left, and the roof is suspect then. Without any final block the roof is absent with the
/// reason.
Decision decide(const Contest& contest);

}  // namespace mansard::ceilings
