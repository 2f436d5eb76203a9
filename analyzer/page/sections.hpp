// The sections of the HTML page, each from the analysis alone; every text of a file goes through markup().
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "analyzer/analysis.hpp"

namespace mansard::analyzer::page {

/// More rows than this help nobody on a page; the data files are complete.
inline constexpr std::size_t most_rows = 1000;
inline constexpr std::size_t most_messages = 100;

/// The first `top` points, and the whole profile below them.
std::string points_section(const Analysis& analysis, std::size_t top);
/// Least times under every machine's roofs; empty where there is but one machine.
std::string elsewhere_section(const Analysis& analysis);
/// What the rules found, with remedies; empty without findings.
std::string findings_section(const Analysis& analysis);
/// Machine, plan and every roof with its evidence; empty without ceilings.
std::string calibration_section(const Analysis& analysis);
/// Notes of the analysis; empty without any.
std::string notes_section(const Analysis& analysis);
/// Records that became no point; empty without any.
std::string rejected_section(const Analysis& analysis);
std::string reading_section();
std::string_view style_sheet();

}  // namespace mansard::analyzer::page
