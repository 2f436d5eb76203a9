// Options that change nothing of what was given: whoever asks for something is told that it was not done.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer {

/// One sentence for each of `options` that is not the default and that no profile has anything for. The
/// profiles are those of read_profile(), before any are joined.
std::vector<std::string> idle_options(std::span<const Profile> profiles, const ImportOptions& options);

}  // namespace mansard::analyzer
