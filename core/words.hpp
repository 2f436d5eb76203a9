// Texts made fit for what reads them: lower case for comparing names, quotes for a shell.
#pragma once

#include <string>
#include <string_view>

namespace mansard {

/// `text` with ASCII's capitals in lower case; all other bytes stay as they are.
std::string lower(std::string_view text);

/// `text` between single quotes, as one word of a shell.
std::string shell_word(std::string_view text);

}  // namespace mansard
