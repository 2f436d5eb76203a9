// A comparison for spreadsheets.
#include <ostream>

#include "analyzer/compare/documents.hpp"
#include "analyzer/compare/reporters/reporter.hpp"

namespace mansard::analyzer {
namespace {

void write(const Comparison& comparison, const ReportOptions&, std::ostream& out) {
    out << comparison_csv(comparison);
}

}  // namespace

extern constinit const ComparisonReporterDesc csv_comparison_reporter{
    .name = "csv", .extension = ".csv", .summary = "one line for each pair, complete", .write = write};

}  // namespace mansard::analyzer
