// Names of points for a column that may be too narrow for them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer {

/// Bytes of the longest common end of `names` that begins with a slash ("/real_time") and leaves something of
/// each: it tells none from another. 0 for less than two names, and where one is empty.
std::size_t common_end(std::span<const std::string> names);

/// `names`, which are printable, each in at most `columns`, in the way of point_names().
std::vector<std::string> short_names(std::vector<std::string> names, std::size_t columns);

/// The names of the first `top` points, each in at most `columns`. Where one is wider, all lose what all of
/// them end with ("/n:792/real_time"): it tells none from another. What is still wider is cut in the middle.
std::vector<std::string> point_names(const Analysis& analysis, std::size_t top, std::size_t columns);

/// Whether names that differ look the same in `shown`, which point_names() made of the same points.
bool are_confused(const Analysis& analysis, const std::vector<std::string>& shown);

}  // namespace mansard::analyzer
