// The analysis as the interactive page reads it.
#pragma once

#include <cstddef>
#include <string>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::page {

/// More points than this make a page that opens slowly; the longest are kept, and a note says so.
inline constexpr std::size_t most_points = 20000;
inline constexpr std::size_t most_rejected = 100;

/// One JSON object that can stand in an HTML script element: its text holds no "<". What follows from other
/// numbers (intensity, rate, bandwidth) is left to the page; points' numbers have seven digits.
std::string page_data(const Analysis& analysis);

}  // namespace mansard::analyzer::page
