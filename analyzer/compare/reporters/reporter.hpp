// What a comparison's reporter is: one file that writes it in one form, and a descriptor that the registry
// finds.
#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

#include "analyzer/compare/comparison.hpp"
#include "analyzer/reporters/reporter.hpp"

namespace mansard::analyzer {

struct ComparisonReporterDesc {
    std::string_view name;       ///< for --report: "text", "json", "csv", "md", "svg", "html"
    std::string_view extension;  ///< ".json"
    std::string_view summary;    ///< one line for `mansard list reports`
    /// `options.extras` are an analysis' and change nothing here.
    void (*write)(const Comparison& comparison, const ReportOptions& options, std::ostream& out);
};

/// All reporters, sorted by name: generated from the files of this folder.
std::span<const ComparisonReporterDesc* const> comparison_reporters();

/// Throws Error{usage} for an unknown name, listing the known ones.
const ComparisonReporterDesc& find_comparison_reporter(std::string_view name);

}  // namespace mansard::analyzer
