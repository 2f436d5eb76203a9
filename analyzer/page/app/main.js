// The page: read the data, draw, and draw again when the reader chooses something.
import {levelsOf, makeChart, option} from './chart.js';
import {controls, legend} from './controls.js';
import {element, label} from './format.js';
import {read, visible} from './model.js';
import {calibration, findingsPanel, notesPanel, pinnedPanel, summaryLine} from './panels.js';
import {defaults, readState, writeState} from './state.js';
import {csv, pointColumns, sorted, table} from './table.js';

const report = read(document.getElementById('report').textContent);
let state = readState();
const columns = pointColumns(report);
const at = (id) => document.getElementById(id);

function save(name, type, content) {
  const url = content.startsWith('data:') ? content : URL.createObjectURL(new Blob([content], {type}));
  const link = element('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  if (!content.startsWith('data:')) setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const ink = () => getComputedStyle(document.documentElement).getPropertyValue('--ink').trim() || '#1a1a1a';
const pin = (index) => change({pin: String(index) === state.pin ? '' : String(index)});
const ops = makeChart(at('ops-chart'), pin);
const program = report.program.some((point) => point.rate > 0) ? makeChart(at('program-chart'), () => {}) : undefined;
let option_ = {};

function drawProgram() {
  const shown = {...defaults(), level: state.level, hidden: state.hidden, limits: state.limits};
  if (program)
    program.draw(option({...report, points: report.program}, shown, report.program, ink(), program.size()));
  else
    at('program-chart').remove();
  at('program-table').replaceChildren(table('the whole profile and its parts', columns, report.program));
}

function draw() {
  const points = visible(report, state);
  option_ = option(report, state, points, ink(), ops.size());
  ops.draw(option_);
  const rows = sorted(points, columns, state.sort);
  at('ops-table').replaceChildren(table(`${rows.length} of ${report.points.length} points`, columns, rows, {
    order: state.sort, onSort: (sort) => change({sort}), onPin: pin,
    pinned: state.pin === '' ? -1 : Number(state.pin), rows: state.rows,
    onMore: () => change({rows: state.rows + 500})}));
  at('legend').replaceChildren(legend(report, state, change));
  at('pinned').replaceChildren(pinnedPanel(report, state, () => change({pin: ''})));
  const drawn = points.filter((point) => levelsOf(report, state, point).length > 0).length;
  at('count').textContent = `${points.length} of ${report.points.length} points` +
    (drawn < points.length ? `; ${points.length - drawn} without FLOPs, time or bytes at this level stand in the table only` : '');
}

function change(part) {
  state = {...state, ...part};
  writeState(state);
  const focused = document.activeElement?.dataset?.pin;
  draw();
  // Drawing makes the rows anew: the one with the focus keeps it.
  if (focused !== undefined) document.querySelector(`[data-pin="${CSS.escape(focused)}"]`)?.focus();
}

function reset() {
  state = defaults();
  writeState(state);
  at('controls').replaceChildren(controls(report, state, change));
  draw();
  ops.reset();
}

function button(text, action) {
  return element('button', {type: 'button', onclick: action}, text);
}

at('title').textContent = label(report.sources.join(', ') || 'no profile', 200);
at('summary').textContent = summaryLine(report);
at('calibration').replaceChildren(calibration(report));
at('controls').replaceChildren(controls(report, state, change));
at('tools').replaceChildren(
  button('zoom in', () => ops.zoom(0.5)), button('zoom out', () => ops.zoom(2)), button('reset', reset),
  button('PNG', () => save('roofline.png', 'image/png', ops.png())),
  button('SVG', () => save('roofline.svg', 'image/svg+xml', ops.svg(option_, ops.size()))),
  button('CSV', () => save('points.csv', 'text/csv', csv(columns, sorted(visible(report, state), columns, state.sort)))));
at('findings').replaceChildren(findingsPanel(report, pin));
at('notes').replaceChildren(notesPanel(report));
if (report.regions.length > 0)
  at('regions').replaceChildren(element('h2', {}, 'Regions'), table('layers and ranges; they may nest', columns, report.regions, {rows: 200}));
drawProgram();
ops.onDrawn(() => { document.body.dataset.drawn = 'yes'; });
draw();

document.addEventListener('keydown', (event) => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if (event.key === 'Escape') change({pin: ''});
  if (event.key === '/' && !typing) {
    event.preventDefault();
    document.querySelector('input[name=q]').focus();
  }
});
addEventListener('hashchange', () => {
  state = readState();
  at('controls').replaceChildren(controls(report, state, change));
  draw();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { drawProgram(); draw(); });

// For tests: the data, and where it is drawn.
globalThis.mansard = {report, visible: () => visible(report, state), place: (x, y) => ops.place(x, y),
                      option: () => option_};
