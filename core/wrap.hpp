#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mansard {

/// `text` broken at spaces into lines of at most `width` columns: the first begins with `first`, all others
/// with as many spaces. A word that is wider has a line of its own.
std::vector<std::string> wrapped_lines(std::string_view text, std::string_view first, std::size_t width);

}  // namespace mansard
