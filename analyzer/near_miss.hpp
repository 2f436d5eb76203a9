// What a file is that no importer knows, where it is easily said: mansard's own files of other kinds, UTF-16,
// a table that is nearly mansard's CSV.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mansard::analyzer {

struct NearMiss {
    std::string what{};  ///< of the file, printable
    std::string expected{}, remedy{};
};

/// Looks into `head`, the beginning of a file; `name` is spelled in the remedy. Nothing where it shows no
/// such thing.
std::optional<NearMiss> near_miss(std::string_view head, std::string_view name);

}  // namespace mansard::analyzer
