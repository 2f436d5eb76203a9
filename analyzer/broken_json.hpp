// Files that begin like JSON, that no importer knows, and that are none.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/error.hpp"

namespace mansard::analyzer {

/// The error that says at which byte the text of `source`, which begins with `head`, goes wrong; nothing
/// where it is JSON as far as `head` goes, or does not begin like it.
std::optional<Error> broken_json(std::string_view head, const std::string& source);

}  // namespace mansard::analyzer
