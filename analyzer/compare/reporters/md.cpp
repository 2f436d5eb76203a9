// A comparison for a pull request.
#include <ostream>

#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/compare/show.hpp"

namespace mansard::analyzer {
namespace {

void write(const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
    out << ceilings::to_markdown_page(comparison_sections(comparison, options.top));
}

}  // namespace

extern constinit const ComparisonReporterDesc md_comparison_reporter{
    .name = "md",
    .extension = ".md",
    .summary = "Markdown tables and verdicts, for pull requests",
    .write = write};

}  // namespace mansard::analyzer
