// The files of configs/ as data inside the binary, so that it works from any place without an installation.
#pragma once

#include <span>
#include <string_view>

namespace mansard {

struct EmbeddedFile {
    std::string_view path;  ///< relative to the source tree: "configs/plans/quick.json"
    const char* begin;
    const char* end;
    std::string_view content() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

/// All embedded files, sorted by path.
std::span<const EmbeddedFile> embedded_files();

/// The content of `path`; throws std::logic_error where the build embedded no such file.
std::string_view embedded_file(std::string_view path);

}  // namespace mansard
