// An input opened and read in pieces, for the readers that never hold a whole file.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace mansard {

/// How many bytes at the beginning of `text` are UTF-8's byte order mark: 3 or 0.
std::size_t mark_length(std::string_view text);

/// Whether `text` begins with a byte order mark of UTF-16, which no reader of the project takes.
bool is_marked_utf16(std::string_view text);

/// Moves a file's offset behind the byte order mark that stands there; does nothing where there is none, and
/// to what cannot be moved in (a pipe). Every reader of the project begins so.
void skip_mark(int descriptor);

/// A descriptor of `path` ("-" is standard input), behind a byte order mark, to be closed by the caller.
/// Throws Error{bad_input} naming the path and the system's reason.
int open_input(const std::filesystem::path& path);

/// Reads at most `size` bytes into `to`, and how many; 0 at the end. Throws Error{bad_input} naming `path`.
std::size_t read_some(int descriptor, char* to, std::size_t size, const std::filesystem::path& path);

}  // namespace mansard
