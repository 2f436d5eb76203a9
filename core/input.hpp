// An input opened and read in pieces, for the readers that never hold a whole file.
#pragma once

#include <cstddef>
#include <filesystem>

namespace mansard {

/// A descriptor of `path` ("-" is standard input), to be closed by the caller. Throws Error{bad_input} naming
/// the path and the system's reason.
int open_input(const std::filesystem::path& path);

/// Reads at most `size` bytes into `to`, and how many; 0 at the end. Throws Error{bad_input} naming `path`.
std::size_t read_some(int descriptor, char* to, std::size_t size, const std::filesystem::path& path);

}  // namespace mansard
