// Rounds that a series lacks though it has later ones: a measurement leaves none out, so a file with a gap is
// not the file that was written.
#pragma once

#include "core/sample.hpp"

namespace mansard::ceilings {

/// The code of the note that note_gaps() leaves.
inline constexpr std::string_view gap_code = "rounds_missing";

/// Notes each series of one run that has no final block of a round between its first and its last one. To be
/// asked before runs are pooled, which numbers rounds on.
void note_gaps(Samples& run);

}  // namespace mansard::ceilings
