// Whether two profiles come from one machine, as far as they say something of it.
#pragma once

#include <vector>

#include "analyzer/point.hpp"
#include "core/note.hpp"

namespace mansard::analyzer {

/// A warning for each cache size, CPU count and claimed clock that the profiles disagree on.
std::vector<Note> machine_differences(const Profile& before, const Profile& after);

}  // namespace mansard::analyzer
