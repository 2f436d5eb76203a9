// A comparison as one self-contained page: the chart and all tables. No script, no network.
#include <ostream>

#include <fmt/format.h>

#include "analyzer/chart/svg_writer.hpp"
#include "analyzer/chart/text.hpp"
#include "analyzer/compare/chart.hpp"
#include "analyzer/compare/reporters/reporter.hpp"
#include "analyzer/compare/show.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"
#include "core/version.hpp"

namespace mansard::analyzer {
namespace {

using chart::markup;

std::string sources(const Analysis& analysis) {
    std::string names;
    for (const std::string& source : analysis.sources) names += (names.empty() ? "" : ", ") + source;
    return names.empty() ? "no profile" : names;
}

std::string section_html(const ceilings::Section& section) {
    std::string html = fmt::format("<section>\n<h2>{}</h2>\n", markup(section.title));
    if (!section.table.rows.empty()) {
        std::vector<page::Column> columns;
        for (const ceilings::Column& column : section.table.columns)
            columns.push_back({column.title, column.align == ceilings::Align::right});
        page::Table table(section.title, columns);
        for (const auto& cells : section.table.rows) {
            page::Row row;
            for (const std::string& text : cells)
                row.cells.push_back(fmt::format("<bdi>{}</bdi>", text.empty() ? "–" : markup(text)));
            table.add(row);
        }
        html += std::move(table).finish();
    }
    if (!section.lines.empty()) {
        html += "<ul>\n";
        for (const std::string& line : section.lines) html += "<li>" + markup(line) + "</li>\n";
        html += "</ul>\n";
    }
    return html + "</section>\n";
}

void write(const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
    // Names in profiles are anybody's words: besides escaping them, the page forbids itself everything but
    // its own style.
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
           "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
           "'unsafe-inline'; img-src data:\">\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
           "<meta name=\"color-scheme\" content=\"light dark\">\n"
           "<title>Before and after</title>\n<style>"
        << page::style_sheet() << "</style>\n</head>\n<body>\n<header>\n<h1>Before and after</h1>\n<p>"
        << markup(sources(comparison.before)) << " → " << markup(sources(comparison.after)) << " · mansard "
        << markup(version())
        << "</p>\n</header>\n<main>\n<figure>\n<div class=\"scroll chart\" role=\"region\" tabindex=\"0\" "
           "aria-label=\"Roofline chart\">\n"
        << chart::to_svg(lay_out_comparison(comparison, options.top))
        << "</div>\n<figcaption>Point at a dot for its numbers; all of them stand in the tables "
           "below.</figcaption>\n</figure>\n";
    for (const ceilings::Section& section : comparison_sections(comparison, options.top))
        out << section_html(section);
    out << "</main>\n</body>\n</html>\n";
}

}  // namespace

extern constinit const ComparisonReporterDesc html_comparison_reporter{
    .name = "html",
    .extension = ".html",
    .summary = "One self-contained page: the chart and all tables",
    .write = write};

}  // namespace mansard::analyzer
