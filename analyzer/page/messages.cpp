// Sections of words: notes, rejected records, and how to read the page.
#include <fmt/format.h>

#include <algorithm>

#include "analyzer/chart/text.hpp"
#include "analyzer/page/sections.hpp"
#include "analyzer/page/table.hpp"

namespace mansard::analyzer::page {
namespace {

using chart::markup;

std::string rest(std::size_t all) {
    if (all <= most_messages) return "";
    return fmt::format("<p>{} more are in the JSON report.</p>\n", all - most_messages);
}

}  // namespace

std::string notes_section(const Analysis& analysis) {
    if (analysis.notes.empty()) return "";
    std::string html = "<section>\n<h2>Notes</h2>\n<ul>\n";
    for (const Note& note : analysis.notes)
        html += fmt::format("<li><code>{}</code>: {}{}{}</li>\n", markup(note.code), markup(note.text),
                            note.remedy.empty() ? "" : " — ", markup(note.remedy));
    return html + "</ul>\n</section>\n";
}

std::string rejected_section(const Analysis& analysis) {
    if (analysis.rejected.empty()) return "";
    Table table("Records that became no point", {{"Record"}, {"Name"}, {"Reason"}});
    const std::size_t count = std::min(analysis.rejected.size(), most_messages);
    for (std::size_t i = 0; i < count; ++i) {
        const Rejected& rejected = analysis.rejected[i];
        table.add({.cells = {markup(rejected.record), name_cell(rejected.name), markup(rejected.reason)}});
    }
    return "<section>\n<h2>Rejected records</h2>\n" + std::move(table).finish() +
           rest(analysis.rejected.size()) + "</section>\n";
}

std::string reading_section() {
    return R"(<section>
<h2>How to read this</h2>
<p>The chart's height is the rate of work (FLOP/s), its width the work per byte that a memory level moves (FLOP/B);
both axes are logarithmic. Level lines are what the machine's arithmetic was measured to reach, slanted lines what a
memory level was measured to deliver; where a slanted line meets the highest level one is its ridge: left of it
memory is the limit, right of it arithmetic. A point has one marker per memory level, all at its own rate; the filled
one is the level that bounds it. Compare a marker with the roof of its own colour only.</p>
<p><b>Bound</b> is the component (arithmetic or one level) that would need the longest time at its roof.
<b>Attainable</b> is the rate if that component ran at its roof, <b>efficiency</b> how near the point comes to it
(≥ where something is unknown that may need longer: then the point is <code>incomplete</code>; ! where it is beyond
that roof, which then is not what bounds it). A point above its roof is an error, of the roof or of the point's counts.
A point near its roof gets faster only by doing less there: fewer bytes through that level (tiling, fusion), fewer
operations, or wider instructions. A point far below all roofs waits for something that a roofline does not show, for
example latency, dependent operations or synchronization.</p>
<p>The interval behind a value is the 95 % interval of this calibration (or the range where there are few blocks).
<b>Suspect</b> roofs failed a check, <b>declared</b> ones come from a datasheet, <b>imported</b> ones from another
tool; they are drawn with short dashes. FLOP/s, B/s and their prefixes are decimal (1 GB/s = 10<sup>9</sup> B/s), KiB
and MiB are binary, and a fused multiply-add counts 2 FLOP.</p>
</section>
)";
}

}  // namespace mansard::analyzer::page
