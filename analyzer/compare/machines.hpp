// Whether two profiles come from one machine, as far as they say something of it.
#pragma once

#include <vector>

#include "analyzer/point.hpp"
#include "core/note.hpp"

namespace mansard::analyzer {

/// A warning for each host name, cache size, CPU count and claimed clock that the profiles disagree on.
/// Devices of two models throw Error{bad_input} saying which, or with `force` are a warning, too.
std::vector<Note> machine_differences(const Profile& before, const Profile& after, bool force);

}  // namespace mansard::analyzer
