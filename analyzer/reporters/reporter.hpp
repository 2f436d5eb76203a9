// What a reporter is: one file that writes an analysis in one form, and a descriptor that the registry finds.
#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

#include "analyzer/analysis.hpp"
#include "analyzer/chart/roofs.hpp"
#include "analyzer/chart/terminal.hpp"

namespace mansard::analyzer {

struct ReportOptions {
    std::size_t top = 20;  ///< points shown in tables and charts; files of data are always complete
    bool color = false;
    std::size_t width = 100;                      ///< columns of a terminal table
    chart::Extras extras{};                       ///< what charts draw besides
    std::optional<chart::TerminalStyle> chart{};  ///< of the chart above the terminal's table; none without
};

struct ReporterDesc {
    std::string_view name;       ///< for --report: "text", "json", "csv", "md", "svg", "html"
    std::string_view extension;  ///< ".json"
    std::string_view summary;    ///< one line for `mansard list reports`
    void (*write)(const Analysis& analysis, const ReportOptions& options, std::ostream& out);
};

/// All reporters, sorted by name: generated from the files of this folder.
std::span<const ReporterDesc* const> reporters();

/// Throws Error{usage} for an unknown name, listing the known ones.
const ReporterDesc& find_reporter(std::string_view name);

}  // namespace mansard::analyzer
