// The files that a profiler's output folder holds.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

namespace mansard::analyzer {

/// Files of `folder` and of the folders in it whose name is `wanted`, sorted by path with the numbers in it
/// as numbers (slice_2 before slice_10); links to folders are not followed, and what may not be read is left
/// out. At most 100 000.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder,
                                            const std::function<bool(std::string_view name)>& wanted);

}  // namespace mansard::analyzer
