// Files read whole, and files written so that an old good one survives any failure.
#pragma once

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>

namespace mansard {

/// How messages and reports name an input: its path, or "standard input" for "-".
std::string input_name(const std::filesystem::path& path);

/// The whole of `path` ("-" is standard input). Throws Error{bad_input} naming the path and the system's
/// reason.
std::string read_file(const std::filesystem::path& path);

/// Writes `path` by way of a temporary in the same directory, fsync and rename; the parent directory must
/// exist. "-" is standard output. An existing non-regular file (a device, a pipe) and what is open already
/// (/dev/fd/N) are written directly; symbolic links are followed, so that the link stays and its target is
/// replaced. Throws Error{bad_input} if it cannot be written in full (no such directory, no permission, disk
/// full), leaving what was there.
void write_file(const std::filesystem::path& path, std::string_view content);

/// The same, for content made piece by piece: `produce` is handed a stream.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& produce);

}  // namespace mansard
