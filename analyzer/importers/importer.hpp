// What an importer is: one file that knows one format, and a descriptor that the registry finds.
#pragma once

#include <filesystem>
#include <span>
#include <string_view>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

struct ImportOptions {
    bool per_launch = false;
    int skip_steps = 0;
};

struct ImporterDesc {
    std::string_view name;     ///< for --from: "mansard-csv", "google-benchmark"
    std::string_view summary;  ///< one line for `mansard list formats`
    /// How sure the importer is, 0 … 100, that a file is its own, from its name and its first bytes (≤ 64
    /// KiB).
    int (*sniff)(const std::filesystem::path& path, std::string_view head);
    /// Reads the file. A record that is no point goes to Profile::rejected with its reason; only a file that
    /// holds no data at all throws Error{bad_input}, with the format's own reason where there is one.
    Profile (*import)(const std::filesystem::path& path, const ImportOptions& options);
};

/// All importers, sorted by name: generated from the files of this folder.
std::span<const ImporterDesc* const> importers();

/// The importer for `path`: the forced one, or the one that is surest. Throws Error{usage} for an unknown
/// name and Error{bad_input} where nothing recognises the file, saying what was seen.
const ImporterDesc& find_importer(const std::filesystem::path& path, std::string_view forced_name);

}  // namespace mansard::analyzer
