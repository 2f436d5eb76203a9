// The roofline chart as an SVG file.
#include <ostream>

#include "analyzer/chart/layout.hpp"
#include "analyzer/chart/svg_writer.hpp"
#include "analyzer/reporters/reporter.hpp"

namespace mansard::analyzer {
namespace {

void write(const Analysis& analysis, const ReportOptions& options, std::ostream& out) {
    out << R"(<?xml version="1.0" encoding="UTF-8"?>)" << '\n'
        << chart::to_svg(chart::lay_out(analysis, options.top, options.extras));
}

}  // namespace

extern constinit const ReporterDesc svg_reporter{
    .name = "svg", .extension = ".svg", .summary = "Roofline chart, for pages and papers", .write = write};

}  // namespace mansard::analyzer
