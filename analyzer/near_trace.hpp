// Files that hold a profile in a shape no importer opens: packed, or a Chrome trace of another tool.
#pragma once

#include <optional>
#include <string_view>

#include "analyzer/near_miss.hpp"

namespace mansard::analyzer {

/// What a file that begins with `head` is packed with, and how it is unpacked; `name` is the file's.
std::optional<NearMiss> packed_file(std::string_view head, std::string_view name);

/// Whose Chrome trace a file is that begins with `head` (packed by gzip or not), and what to give instead.
std::optional<NearMiss> other_trace(std::string_view head);

}  // namespace mansard::analyzer
