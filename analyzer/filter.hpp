// Filters: which points of a profile are looked at.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/point.hpp"

namespace mansard::analyzer {

/// One KEY=PATTERN. Filters of one key are alternatives; different keys must all hold.
struct Filter {
    std::string key{};      ///< name, category, step, device or threads
    std::string pattern{};  ///< matched whole; * is any text, ? any one character
};

/// Parses "name=matmul*". Throws Error{usage} for a missing "=" or an unknown key.
Filter parse_filter(std::string_view text);

bool matches(const Point& point, std::span<const Filter> filters);

/// Whether the whole of `text` matches `pattern`.
bool matches_pattern(std::string_view text, std::string_view pattern);

}  // namespace mansard::analyzer
