// One self-contained page: the chart, the points, the findings and the calibration. No scripts, no network.
#include <fmt/format.h>

#include <ostream>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/svg_writer.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/reporters/reporter.hpp"

namespace mansard::analyzer {
namespace {

using chart::markup;

std::string sources(const Analysis& analysis) {
    std::string text;
    for (std::size_t i = 0; i < analysis.sources.size(); ++i) {
        text += (i == 0 ? "" : ", ") + analysis.sources[i];
        if (i < analysis.formats.size()) text += " (" + analysis.formats[i] + ")";
    }
    return text.empty() ? "no profile" : text;
}

void write(const Analysis& analysis, const ReportOptions& options, std::ostream& out) {
    const chart::Scene scene = chart::lay_out(analysis, options.top, options.extras);
    // Names in profiles are anybody's words: besides escaping them, the page forbids itself everything but
    // its own style.
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
           "'unsafe-inline'; "
           "img-src data:\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
        << "<title>" << markup(scene.title) << "</title>\n<style>" << page::style_sheet()
        << "</style>\n</head>\n<body>\n<header>\n<h1>Roofline report</h1>\n<p>" << markup(sources(analysis));
    if (!analysis.created.empty()) out << " · analyzed " << markup(analysis.created);
    if (!analysis.tool_version.empty()) out << " · mansard " << markup(analysis.tool_version);
    out << "</p>\n</header>\n<main>\n<figure>\n"
           "<div class=\"scroll chart\" role=\"region\" tabindex=\"0\" aria-label=\"Roofline chart\">\n"
        << chart::to_svg(scene)
        << "</div>\n<figcaption>Point at a marker for its numbers; all of them stand in the table "
           "below.</figcaption>\n"
           "</figure>\n"
        << page::points_section(analysis, options.top) << page::elsewhere_section(analysis)
        << page::findings_section(analysis) << page::notes_section(analysis)
        << page::rejected_section(analysis) << page::calibration_section(analysis) << page::reading_section()
        << "</main>\n</body>\n</html>\n";
}

}  // namespace

extern constinit const ReporterDesc static_html_reporter{
    .name = "static-html",
    .extension = ".html",
    .summary = "the page without a script, for viewers that run none",
    .write = write};

}  // namespace mansard::analyzer
