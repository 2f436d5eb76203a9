// Halves of surrogate pairs that JSON strings hold alone: the grammar allows them, no character is meant.
#pragma once

#include <cstddef>
#include <string_view>

namespace mansard::analyzer::trace {

/// Where the next "\ud800" … "\udfff" without its other half begins in the text of a JSON string (or of a
/// whole document), from `from` on; npos where there is none. Programs that cut names to a length, or count
/// them in UTF-16, write such halves; most parsers then refuse the whole file.
std::size_t lone_surrogate(std::string_view json, std::size_t from = 0);

}  // namespace mansard::analyzer::trace
