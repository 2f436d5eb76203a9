// A comparison for programs: every number, whole.
#include <ostream>

#include "analyzer/compare/documents.hpp"
#include "analyzer/compare/reporters/reporter.hpp"

namespace mansard::analyzer {
namespace {

void write(const Comparison& comparison, const ReportOptions&, std::ostream& out) {
    out << comparison_json(comparison);
}

}  // namespace

extern constinit const ComparisonReporterDesc json_comparison_reporter{
    .name = "json", .extension = ".json", .summary = "schema mansard.comparison/1, complete", .write = write};

}  // namespace mansard::analyzer
