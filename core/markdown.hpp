// Text for Markdown documents.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace mansard {

/// printable(text, longest) with a backslash before everything that Markdown (CommonMark, GitHub's) takes for
/// markup, links among it: names and messages come from anybody's files.
std::string escape_markdown(std::string_view text, std::size_t longest);

}  // namespace mansard
