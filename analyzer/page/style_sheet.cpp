#include "analyzer/page/sections.hpp"

namespace mansard::analyzer::page {

// The chart carries its own colours; on a dark ground its classes (f- fills, l- lines) get others here. Blue
// turns to Okabe & Ito's sky blue, which is readable there.
std::string_view style_sheet() {
    return R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1a1a1a; --muted: #595959; --line: #d9d9d9;
  --soft: #f5f5f5; --bar: #0072b2; --warning: #fff1dc;
  --error: #b3261e; --error-ground: #fce4e1; }
@media screen and (prefers-color-scheme: dark) {
  :root { --paper: #16181b; --ink: #e8e8e8; --muted: #a8adb3; --line: #3a3e44; --soft: #1f2226; --bar: #56b4e9;
    --warning: #40300f; --error: #ffb4ab; --error-ground: #4a1512; }
  .f-ink { fill: var(--ink) } .l-ink { stroke: var(--ink) }
  .f-muted { fill: var(--muted) } .l-muted { stroke: var(--muted) }
  .f-paper { fill: var(--paper) } .l-paper, .halo { stroke: var(--paper) }
  .l-grid { stroke: var(--line) }
  .f-blue { fill: #56b4e9 } .l-blue { stroke: #56b4e9 }
  .f-sky { fill: #f0e442 } .l-sky { stroke: #f0e442 }
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 78rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Helvetica Neue", Helvetica, Arial, "Liberation Sans", "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0 }
h2 { font-size: 1.25rem; margin: 2rem 0 .5rem }
p { max-width: 48rem }
header p, figcaption, small { color: var(--muted) }
figure { margin: 1rem 0 }
.scroll { overflow-x: auto; margin: .75rem 0; border: 1px solid var(--line); border-radius: 6px }
.scroll:focus-visible { outline: 3px solid var(--bar); outline-offset: 2px }
.chart svg { display: block; width: 100%; min-width: 46rem; max-width: 80rem; height: auto; margin: 0 auto }
table { border-collapse: collapse; width: 100%; font-size: .8125rem; font-variant-numeric: tabular-nums }
caption { text-align: left; padding: .5rem .6rem; color: var(--muted) }
th, td { padding: .35rem .5rem; text-align: left; vertical-align: top; border-top: 1px solid var(--line);
  overflow-wrap: normal }
th[scope=row] { font-weight: 600; min-width: 10rem; max-width: 24rem; overflow-wrap: anywhere }
thead th { background: var(--soft); vertical-align: bottom }
tfoot { border-top: 2px solid var(--line) }
.number { text-align: right; white-space: nowrap }
thead .number { white-space: normal }
.group th { background: var(--soft); color: var(--muted) }
.warning { background: var(--warning) }
.error { color: var(--error) }
.error-row { background: var(--error-ground) }
.absent { color: var(--muted) }
.bar { display: block; overflow: hidden; width: 4.5rem; max-width: 100%; height: .3rem; margin: .25rem 0 0 auto; background: var(--line) }
.bar span { display: block; height: 100%; background: var(--bar) }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .5rem 1.5rem; margin: .75rem 0 }
dt { color: var(--muted); font-size: .8rem }
dd { margin: 0 }
code { font: .85em ui-monospace, "DejaVu Sans Mono", monospace }
@media print {
  body { max-width: none; padding: 0; font-size: 10pt }
  .scroll { overflow: visible; border: 0 }
  .chart svg { min-width: 0 }
  thead { display: table-header-group }
  tr, figure { break-inside: avoid }
  .bar, .warning, .error-row { print-color-adjust: exact; -webkit-print-color-adjust: exact }
}
)";
}

}  // namespace mansard::analyzer::page
