// Reading one profile, whatever its format.
#pragma once

#include <filesystem>
#include <string_view>

#include "analyzer/importers/importer.hpp"

namespace mansard::analyzer {

/// Imports `path` ("-" is standard input), in the format `forced_name` or, if that is empty, the one that its
/// content shows. Throws what find_importer() and the importer throw, and Error{bad_input} where no record of
/// the forced format is in the file, and another format is recognised.
Profile read_profile(const std::filesystem::path& path, std::string_view forced_name,
                     const ImportOptions& options);

}  // namespace mansard::analyzer
