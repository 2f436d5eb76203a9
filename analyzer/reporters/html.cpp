// One self-contained page, no network: interactive where the build had Node.js, else the static one.
#include "analyzer/page/interactive.hpp"
#include "analyzer/reporters/reporter.hpp"

namespace mansard::analyzer {

extern const ReporterDesc static_html_reporter;

namespace {

void write(const Analysis& analysis, const ReportOptions& options, std::ostream& out) {
    if (page::has_interactive_page())
        page::write_interactive_page(analysis, out);
    else
        static_html_reporter.write(analysis, options, out);
}

}  // namespace

extern constinit const ReporterDesc html_reporter{
    .name = "html",
    .extension = ".html",
    .summary = "one self-contained interactive page: charts, tables, findings, calibration",
    .write = write};

}  // namespace mansard::analyzer
