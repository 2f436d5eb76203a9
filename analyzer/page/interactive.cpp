#include "analyzer/page/interactive.hpp"

#include <ostream>

#include "analyzer/page/bundle.hpp"
#include "analyzer/page/data.hpp"
#include "analyzer/page/sections.hpp"

namespace mansard::analyzer::page {

bool has_interactive_page() {
    return !bundled_script().empty();
}

void write_interactive_page(const Analysis& analysis, std::ostream& out) {
    // The page may run its own script and fetch nothing: a name that turned into markup could do no harm.
    out << R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Roofline report</title>
<style>)"
        << bundled_style() << R"(</style>
</head>
<body>
<header>
<h1>Roofline report</h1>
<p id="title"></p>
<p id="summary"></p>
</header>
<main>
<noscript><p>This page draws its chart with a script, which is switched off here. The static picture: mansard analyze --report svg=FILE.</p></noscript>
<section aria-label="Calibration" id="calibration"></section>
<h2>The whole profile</h2>
<div id="program-controls"></div>
<div id="program-tools" class="tools"></div>
<div id="program-chart" class="chart" role="group" tabindex="0" aria-label="Roofline of the whole profile and its steps; its numbers stand in the table below. Arrow keys move it, plus and minus zoom, 0 shows all"></div>
<div id="program-legend" class="legend"></div>
<div id="program-table"></div>
<h2>Points</h2>
<div id="controls"></div>
<div id="tools" class="tools"></div>
<p id="count" aria-live="polite"></p>
<div id="ops-chart" class="chart" role="group" tabindex="0" aria-label="Roofline of the points; their numbers stand in the table below. Arrow keys move it, plus and minus zoom, 0 shows all"></div>
<p class="hint">Wheel and drag, or + − 0 and the arrow keys on the chart, move and zoom it; / searches; Enter on a name in the table pins it, Esc unpins.</p>
<div id="legend"></div>
<div id="pinned" aria-live="polite"></div>
<div id="ops-table"></div>
<div id="regions"></div>
)" << elsewhere_section(analysis)
        << R"(<h2>Findings</h2>
<div id="findings"></div>
<h2>Notes</h2>
<div id="notes"></div>
</main>
<script type="application/json" id="report">)"
        << page_data(analysis) << "</script>\n<script>" << bundled_script()
        << "</script>\n</body>\n</html>\n";
}

}  // namespace mansard::analyzer::page
