// Arrows from before to after as an SVG file.
#include <ostream>

#include "analyzer/chart/svg_writer.hpp"
#include "analyzer/compare/chart.hpp"
#include "analyzer/compare/reporters/reporter.hpp"

namespace mansard::analyzer {
namespace {

void write(const Comparison& comparison, const ReportOptions& options, std::ostream& out) {
    out << R"(<?xml version="1.0" encoding="UTF-8"?>)" << '\n'
        << chart::to_svg(lay_out_comparison(comparison, options.top));
}

}  // namespace

extern constinit const ComparisonReporterDesc svg_comparison_reporter{
    .name = "svg",
    .extension = ".svg",
    .summary = "Roofline chart with arrows from before to after",
    .write = write};

}  // namespace mansard::analyzer
