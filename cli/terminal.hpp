// What the terminal on standard output can show.
#pragma once

#include <cstddef>
#include <optional>

namespace mansard::cli {

/// Columns of the terminal on standard output; nothing where it is none.
std::optional<std::size_t> terminal_columns();

/// Whether more than ASCII will be read as it is meant: the locale (LC_ALL, LC_CTYPE, LANG, the first that is
/// set) says UTF-8, and TERM is not dumb.
bool use_unicode();

}  // namespace mansard::cli
