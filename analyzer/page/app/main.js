// The page: read the data, draw, and draw again when the reader chooses something.
import {levelsOf, makeChart, option, pictureOption, pngOf, svgOf} from './chart.js';
import {controls, keys, legend, programControls} from './controls.js';
import {element, label, percent, si} from './format.js';
import {EVERY_STEP, pool, read, sumOf, valuesOf, visible} from './model.js';
import {calibration, findingsPanel, notesPanel, pinnedPanel, summaryLine} from './panels.js';
import {defaults, readState, writeState, writeZoom} from './state.js';
import {csv, pointColumns, sorted, table} from './table.js';

const report = read(document.getElementById('report').textContent);
let state = soundState();
const at = (id) => document.getElementById(id);

/** What the address says, less a step and filters that nothing in this profile has. */
function soundState() {
  const read = readState();
  const each = read.step === EVERY_STEP && report.step_points.length > 0;
  if (!each && !report.steps.includes(read.step)) read.step = '';
  const points = [...report.points, ...report.step_points];
  for (const key of ['bound', 'category', 'dtype'])
    if (read[key] && !points.some((point) => valuesOf(point, key).includes(read[key]))) read[key] = '';
  return read;
}

function save(name, type, content) {
  const url = content.startsWith('data:') ? content : URL.createObjectURL(new Blob([content], {type}));
  const link = element('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  if (!content.startsWith('data:')) setTimeout(() => URL.revokeObjectURL(url), 1000);
}

// Paper is white whatever the screen is.
const PAPER_INK = '#1a1a1a';
let printing = false;
const ink = () => printing ? PAPER_INK
  : getComputedStyle(document.documentElement).getPropertyValue('--ink').trim() || PAPER_INK;
const pin = (index) => change({pin: String(index) === state.pin ? '' : String(index)});
const ops = makeChart(at('ops-chart'), pin, (ranges) => {
  state.zoom = writeZoom(ranges);
  writeState(state);
});
const program = report.program.some((point) => point.rate > 0) ? makeChart(at('program-chart'), chooseStep) : undefined;
let option_ = {}, programOption_ = {};

/** The whole profile or a step, whose operations are shown then, as far as the profile has them. */
function chooseStep(index) {
  const step = report.program[index]?.part === 'each step' ? report.program[index].step : '';
  if (step !== '' && !report.steps.includes(step)) return;
  change({step: step === state.step ? '' : step, pin: ''});
  at('controls').replaceChildren(controls(report, state, change));
}

/** Of the whole profile and its steps what the reader wants to see; without what feeds a device, if so. */
function programPoints() {
  const points = state.feeds ? report.program
    : [sumOf(report.points.filter((point) => !point.feed), 'all points without in-feed and out-feed'), ...report.program];
  return points.filter((point) => state.part === '' || point.part === state.part);
}

/** What the first chart shows, drawn in `color`. */
function programPicture(points, color, make = option) {
  const own = {...report, points, step_points: [], all: [], named: points.length <= 12};
  const shown = {...defaults(), level: state.level, hidden: state.hidden, limits: state.limits, color: 'bound'};
  return make(own, shown, points, color, program.size());
}

function drawProgram() {
  const points = programPoints(), columns = pointColumns(report, points, state.columns);
  if (program) {
    programOption_ = programPicture(points, ink());
    program.draw(programOption_);
    at('program-legend').replaceChildren(...keys(report, points, 'bound').filter(Boolean));
  } else {
    at('program-chart')?.remove();
  }
  const chosen = report.program.findIndex((point) => state.step !== '' && point.step === state.step);
  at('program-controls').replaceChildren(...programControls(report, state, change));
  at('program-table').replaceChildren(table('the whole profile and its steps', columns, sorted(points, columns, state.order), {
    order: state.order, onSort: points.length > 1 ? (order) => change({order}) : undefined,
    ...(report.step_points.length > 0 ? {onPin: chooseStep, pinned: chosen} : {})}));
}

function draw() {
  const points = visible(report, state), all = pool(report, state);
  const columns = pointColumns(report, points, state.columns);
  option_ = option(report, state, points, ink(), ops.size());
  ops.draw(option_);
  const rows = sorted(points, columns, state.sort);
  at('ops-table').replaceChildren(table(`${rows.length} of ${all.length} points`, columns, rows, {
    order: state.sort, onSort: (sort) => change({sort}), onPin: pin,
    pinned: state.pin === '' ? -1 : Number(state.pin), rows: state.rows,
    onMore: () => change({rows: state.rows + 500})}));
  at('legend').replaceChildren(legend(report, state, change));
  at('pinned').replaceChildren(pinnedPanel(report, state, () => change({pin: ''})));
  at('count').textContent = countLine(points, all);
}

function countLine(points, all) {
  const time = (some) => some.reduce((sum, point) => sum + (point.seconds ?? 0), 0);
  const drawn = points.filter((point) => levelsOf(report, state, point).length > 0).length;
  const whole = time(all), feeds = state.feeds ? [] : all.filter((point) => point.feed);
  return [`${points.length} of ${all.length} points` +
            (whole > 0 ? `, ${si(time(points), 's')} (${percent(time(points) / whole)} of the time)` : ''),
          feeds.length > 0 ? `${si(time(feeds), 's')} of in-feed and out-feed left out` : null,
          drawn < points.length
            ? `${points.length - drawn} without FLOPs, time or bytes at this level stand in the table only` : null]
    .filter(Boolean).join('; ');
}

function change(part) {
  state = {...state, ...part};
  writeState(state);
  const focused = focusedControl();
  // The first chart shows nothing of filters and pins.
  if (['level', 'hidden', 'limits', 'part', 'step', 'feeds', 'order', 'columns'].some((key) => key in part)) drawProgram();
  draw();
  if (focused !== undefined) document.querySelector(focused)?.focus();
}

/** Drawing makes tables and legend anew: what had the focus keeps it. */
function focusedControl() {
  const focused = document.activeElement;
  const inside = focused?.closest?.('#program-table, #ops-table, #legend, #program-controls');
  if (!inside) return undefined;
  for (const name of ['data-pin', 'data-sort', 'data-roof', 'name']) {
    const value = focused.getAttribute(name);
    if (value !== null) return `#${inside.id} [${name}="${CSS.escape(value)}"]`;
  }
  return undefined;
}

function reset() {
  state = defaults();
  writeState(state);
  at('controls').replaceChildren(controls(report, state, change));
  drawProgram();
  draw();
}

function button(text, action) {
  return element('button', {type: 'button', onclick: action}, text);
}

at('title').textContent = label(report.sources.join(', ') || 'no profile', 200);
at('summary').textContent = summaryLine(report);
at('calibration').replaceChildren(calibration(report));
at('controls').replaceChildren(controls(report, state, change));
/** Buttons of a chart: `picture()` is what it shows on white paper, `points()` what its table has. */
function tools(chart, name, onReset, picture, points) {
  const csvOf = (shown) => {
    const columns = pointColumns(report, shown, true);
    return csv(columns, sorted(shown, columns, name === 'points' ? state.sort : state.order));
  };
  return [
    ...(chart ? [button('zoom in', () => chart.zoom(0.5)), button('zoom out', () => chart.zoom(2)), button('reset', onReset),
                 button('PNG', () => save(`${name}.png`, 'image/png', pngOf(picture(), chart.size()))),
                 button('SVG', () => save(`${name}.svg`, 'image/svg+xml', svgOf(picture(), chart.size())))] : []),
    button('CSV', () => save(`${name}.csv`, 'text/csv', csvOf(points())))];
}
at('tools').replaceChildren(...tools(ops, 'points', reset,
  () => pictureOption(report, state, visible(report, state), PAPER_INK, ops.size()), () => visible(report, state)));
at('program-tools').replaceChildren(...tools(program, 'program', () => program.reset(),
  () => programPicture(programPoints(), PAPER_INK, pictureOption), programPoints));
at('findings').replaceChildren(findingsPanel(report, pin));
at('notes').replaceChildren(notesPanel(report));
if (report.regions.length > 0)
  at('regions').replaceChildren(element('h2', {}, 'Regions'), table('layers and ranges; they may nest', pointColumns(report, report.regions), report.regions, {rows: 200}));
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
  state = soundState();
  at('controls').replaceChildren(controls(report, state, change));
  drawProgram();
  draw();
});
for (const event of ['beforeprint', 'afterprint'])
  addEventListener(event, () => {
    printing = event === 'beforeprint';
    drawProgram();
    draw();
  });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { drawProgram(); draw(); });

// For tests: the data, and where it is drawn.
globalThis.mansard = {report, visible: () => visible(report, state), place: (x, y) => ops.place(x, y),
                      option: () => option_, programOption: () => programOption_};
