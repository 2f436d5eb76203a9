// A comparison in the terminal: the chart in characters if it is wanted, tables, words.
#include <ostream>

#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/compare/show.hpp"
#include "analyzer/compare/terminal_chart.hpp"
#include "core/wrap.hpp"

namespace mansard::analyzer {
namespace {

/// Prints the chart; what stands for each pair in it.
std::vector<std::string> write_chart(const Comparison& comparison, const ReportOptions& options,
                                     std::ostream& out) {
    const chart::TerminalChart chart = draw_terminal_comparison(comparison, options.top, *options.chart);
    out << "Roofline, before to after\n";
    for (const std::string& line : chart.lines) {
        // Spaces at the end would wrap on a terminal as narrow as the chart.
        out << line.substr(0, line.find_last_not_of(' ') + 1) << '\n';
    }
    for (const std::string& note : chart.notes)
        for (const std::string& row : wrapped_lines(note, "  ", options.width)) out << row << '\n';
    out << '\n';
    return chart.keys;
}

void write(const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
    std::vector<std::string> keys;
    if (options.chart) keys = write_chart(comparison, options, out);
    out << ceilings::to_text_page(comparison_sections(comparison, options.top, keys));
}

}  // namespace

extern constinit const ComparisonReporterDesc text_comparison_reporter{
    .name = "text", .extension = ".txt", .summary = "Tables and verdicts for the terminal", .write = write};

}  // namespace mansard::analyzer
