// The roofline chart: measured roofs as lines, points as markers, both axes logarithmic.
import * as echarts from 'echarts/core';
import {LineChart, ScatterChart} from 'echarts/charts';
import {DataZoomComponent, GridComponent, TitleComponent, TooltipComponent} from 'echarts/components';
import {LabelLayout} from 'echarts/features';
import {CanvasRenderer, SVGRenderer} from 'echarts/renderers';

import {element, label, mark, percent, plain, shortNames, si} from './format.js';
import {KEY_HEIGHT, pictureKey} from './keys.js';
import {Board, TEXT_SIZE} from './labels.js';
import {frameOf, GRID, lineSeries, pixelOf} from './lines.js';
import {choices, levelTitle, mainLevel, pool, valuesOf} from './model.js';
import {colorOf, shapeOf} from './palette.js';
import {readZoom} from './state.js';

echarts.use([LineChart, ScatterChart, DataZoomComponent, GridComponent, TitleComponent, TooltipComponent,
             LabelLayout, CanvasRenderer, SVGRenderer]);

/** The levels whose markers are shown: one, or all that have bytes. */
export function shownLevels(report, state) {
  return report.levels.includes(state.level) ? [state.level] : report.levels;
}

/** The levels at whose intensities a point is drawn: the chosen one, all, or (at first) its main one. */
export function levelsOf(report, state, point) {
  if (!(point.rate > 0)) return [];
  const levels = shownLevels(report, state).filter((level) => point.intensity[level] > 0);
  return state.level !== '' ? levels : levels.filter((level) => level === (point.main ??= mainLevel(report, point)));
}

/** Lines to draw: those that bound something, and those that the reader asked for, less those put away. */
export function shownRoofs(report, state) {
  const toggled = new Set(state.hidden.split('~').filter(Boolean));
  const levels = shownLevels(report, state);
  return report.lines.filter((roof) => {
    const chosen = state.level !== '' && levels.includes(roof.level);
    const standard = !roof.other && (roof.bound > 0 || (roof.level === undefined ? roof.top : chosen));
    return standard !== toggled.has(roof.name);
  });
}

/** The dot's diameter: its area is the share of time. */
function diameter(share) {
  return Math.min(40, Math.max(6, 56 * Math.sqrt(share ?? 0)));
}

const MOST_NAMED = 12;

/** The points that have a name beside their dot: the longest, parts of the profile before its steps. */
function named(report, state, points) {
  const chosen = [];
  const before = (a, b) => (a.part === 'each step') - (b.part === 'each step') || (b.seconds ?? 0) - (a.seconds ?? 0);
  for (const point of points) {
    const last = chosen.at(-1);
    if (chosen.length === MOST_NAMED && before(point, last) >= 0) continue;
    if (levelsOf(report, state, point).length === 0) continue;
    let at = chosen.length;
    while (at > 0 && before(point, chosen[at - 1]) < 0) --at;
    chosen.splice(at, 0, point);
    if (chosen.length > MOST_NAMED) chosen.pop();
  }
  return chosen;
}

/** Up to three names; a longer list would reach across the chart. */
function listed(names) {
  return names.slice(0, 3).join(', ') + (names.length > 3 ? ` and ${names.length - 3} more` : '');
}

/** What is written beside dots, where; dots in one place (steps are often alike) have one label. */
function namesBeside(report, state, points, range, size) {
  const places = new Map();
  const chosen = named(report, state, points);
  const names = shortNames(chosen.map((point) => point.name), report.name_end, 30);
  chosen.forEach((point, i) => {
    // At one level only: the outermost of several.
    const level = levelsOf(report, state, point).at(-1);
    const value = [point.intensity[level], point.rate];
    const place = value.map((one) => Math.log10(one).toFixed(2)).join();
    if (!places.has(place))
      places.set(place, {value, texts: [], size: diameterOf(report, point), pixel: pixelOf(range, size, value)});
    places.get(place).texts.push(names[i]);
  });
  return [...places.values()].map(({texts, ...rest}) => ({...rest, text: listed([...new Set(texts)])}));
}

/** A series of its own: dots of thousands of points stay without what labels cost. */
function nameSeries(names, ink, board) {
  return {type: 'scatter', name: 'names', silent: true, z: 7, animation: false, labelLayout: {hideOverlap: true},
          itemStyle: {color: 'transparent', borderWidth: 0, opacity: 1},
          data: names.map(({value, size, text, pixel}) => ({value, symbolSize: size,
            label: {show: true, formatter: () => text, position: board.beside(pixel, size, text) ?? 'right', color: ink, fontSize: TEXT_SIZE}}))};
}

function diameterOf(report, point) {
  return report.named ? 14 : diameter(point.share);
}

function pointSeries(report, state, points, colors, pinned, ink) {
  const key = state.color;
  return shownLevels(report, state).map((level) => {
    const {symbol, turn, wide} = shapeOf(report, level);
    return {
      type: 'scatter', name: level, symbol, symbolRotate: turn, symbolKeepAspect: true, z: 5, animation: false, progressive: 4000,
      data: points.filter((p) => levelsOf(report, state, p).includes(level)).map((p) => ({
        // ECharts copies objects whole, thousands of them; a function stays what it is.
        value: [p.intensity[level], p.rate], point: () => p, level,
        symbolSize: wide * diameterOf(report, p),
        itemStyle: {
          color: colorOf(report, key, valuesOf(p, key)[0], colors, ink), opacity: p.feed ? 0.4 : 0.8,
          borderColor: p.status === 'above_roof' ? '#e00000' : p.index === pinned ? ink : 'rgba(0,0,0,.35)',
          borderWidth: p.index === pinned || p.status === 'above_roof' ? 3 : 0.5
        }
      }))
    };
  });
}

/** What names keep off: the dots of the longest points, and of some of all: they cost no more than few points do. */
function markDots(report, state, points, range, size, board) {
  const every = Math.ceil(points.length / 300);
  for (const point of [...named(report, state, points), ...points.filter((_, i) => i % every === 0)])
    for (const level of levelsOf(report, state, point)) {
      const [x, y] = pixelOf(range, size, [point.intensity[level], point.rate]), reach = diameterOf(report, point) / 2;
      board.take([[x - reach, y - reach, x + reach, y + reach]]);
    }
}

/** One point from level to level: how its intensity grows outwards. */
function pathSeries(report, state, point, ink) {
  if (!point || !(point.rate > 0)) return [];
  const levels = Object.entries(point.intensity).sort((a, b) => a[1] - b[1]);
  const drawn = levelsOf(report, state, point);
  if (levels.length < 2) return [];
  return [{type: 'line', name: 'levels of the pinned point', z: 6, silent: true, animation: false,
           symbol: 'circle', symbolSize: 5, lineStyle: {color: ink, width: 1.5, type: 'dotted'},
           itemStyle: {color: ink},
           data: levels.map(([level, x]) => ({value: [x, point.rate],
             label: {show: true, formatter: levelTitle(report, level), position: 'bottom', color: ink, fontSize: 11,
                     distance: 5 + (drawn.includes(level) ? diameter(point.share) / 2 : 0)}}))}];
}

/** Axes over the points and the ridges, each end at a power of two or ten beyond them. */
function rangeOf(report, state, points, roofs) {
  const xs = [], ys = [];
  for (const point of points)
    for (const level of levelsOf(report, state, point)) xs.push(point.intensity[level]), ys.push(point.rate);
  const top = Math.max(...roofs.filter((r) => r.level === undefined).map((r) => r.high), 0);
  for (const roof of roofs) {
    if (roof.level === undefined) ys.push(roof.high);
    else if (top > 0) xs.push(top / roof.high);
  }
  if (xs.length === 0) xs.push(0.1, 10);
  if (ys.length === 0) ys.push(1e9);
  const [x0, x1] = bulk(xs), [y0, y1] = bulk(ys);
  const y1Roofs = Math.max(y1, top);
  const wide = x1 / x0 > 75;  // then ticks are powers of ten, and so are the ends
  return {x: wide ? [10 ** Math.floor(Math.log10(x0) - 0.2), 10 ** Math.ceil(Math.log10(x1) + 0.2)]
                  : [2 ** Math.floor(Math.log2(x0) - 1), 2 ** Math.ceil(Math.log2(x1) + 1)],
          wide,
          y: [10 ** Math.floor(Math.log10(y0) - 0.2), 10 ** Math.ceil(Math.log10(y1Roofs) + 0.2)]};
}

/** Least and most, but no more than six decades below the most: one outlier must not flatten all others. */
function bulk(values) {
  let low = Infinity, high = 0;
  for (const value of values) high = Math.max(high, value);
  const sorted = values.slice().sort((a, b) => a - b);
  high = Math.min(high, sorted[Math.floor(sorted.length / 2)] * 1e5);
  for (const value of values) if (value > high / 1e8) low = Math.min(low, value);
  return [Math.min(low, high), high];
}

function tooltip(report, item) {
  if (item.data?.ridge) {
    const roof = item.data.ridge;
    return element('div', {}, element('strong', {}, `ridge of ${label(roof.name)}`), element('br'),
                   `${plain(roof.ridge[0])} FLOP/B, ${si(roof.ridge[1], 'FLOP/s')}`);
  }
  const point = item.data?.point?.();
  if (!point) return undefined;
  return element('div', {class: 'tip'}, element('strong', {}, label(point.name)),
                 element('table', {}, facts(report, point).map(([name, value]) =>
                   element('tr', {}, element('th', {scope: 'row'}, name), element('td', {}, value)))));
}

/** Every number of a point, as [name, text]. */
export function facts(report, point) {
  const rows = [['time', `${si(point.seconds, 's')} (${percent(point.share)})`], ['calls', plain(point.calls, 6)]];
  const {call_seconds: calls} = point;
  if (calls) rows.push(['one call', `${si(calls.min, 's')} … ${si(calls.median, 's')} … ${si(calls.max, 's')}`]);
  else if (point.calls > 1 && point.seconds !== undefined) rows.push(['one call', si(point.seconds / point.calls, 's')]);
  for (const [dtype, count] of Object.entries(point.flops ?? {})) rows.push([`${dtype} FLOP`, mark(point, dtype) + si(count, 'FLOP')]);
  if (point.rate !== undefined) rows.push(['rate', mark(point, 'rate') + si(point.rate, 'FLOP/s')]);
  for (const level of report.levels) {
    if (point.bytes?.[level] === undefined) continue;
    const used = point.bandwidth_utilization?.[level];
    const read = point.read?.[level];
    rows.push([levelTitle(report, level), [mark(point, level) + si(point.bytes[level], 'B'),
                       read === undefined ? null : `${si(read, 'B')} of them read`,
                       point.intensity[level] === undefined ? null : `${mark(point, `intensity ${level}`)}${plain(point.intensity[level])} FLOP/B`,
                       point.bandwidth[level] === undefined ? null : mark(point, level) + si(point.bandwidth[level], 'B/s'),
                       used === undefined ? null : `${percent(used)} of its roof`].filter(Boolean).join(', ')]);
  }
  if (point.flop_utilization !== undefined) rows.push(['arithmetic', `${percent(point.flop_utilization)} of its roof`]);
  rows.push(['bound', point.bound ?? `not known (${point.status})`]);
  if (point.attainable !== undefined) rows.push(['attainable', si(point.attainable, point.attainable_unit ?? 'FLOP/s')]);
  if (point.efficiency !== undefined)
    rows.push(['efficiency', `${point.status === 'incomplete' ? '≥ ' : ''}${percent(point.efficiency)}` +
                             `${point.beyond_roof && point.status !== 'above_roof' ? ', beyond its roof' : ''}`]);
  if (point.headroom !== undefined) rows.push(['headroom', si(point.headroom, 's')]);
  for (const key of ['category', 'step', 'device', 'threads', 'grid', 'block', 'shapes'])
    if (point[key] !== undefined) rows.push([key, label(String(point[key]))]);
  if (point.clock_hz !== undefined) rows.push(['clock', si(point.clock_hz, 'Hz')]);
  if (point.coverage !== undefined) rows.push(['counters ran', `${percent(point.coverage)} of the time`]);
  for (const [name, value] of Object.entries(point.metrics ?? {})) rows.push([label(name.replaceAll('_', ' '), 40), plain(value)]);
  if (point.profiler_verdict) rows.push(['the profiler says', label(point.profiler_verdict, 120)]);
  if (point.reason) rows.push(['why', label(point.reason, 120)]);
  for (const note of point.notes ?? []) rows.push(['note', label(note, 160)]);
  return rows;
}

function axis(name, range, ink, formatter, other) {
  return {type: 'log', name, min: range[0], max: range[1], nameLocation: 'middle', nameGap: other,
          nameTextStyle: {color: ink}, axisLabel: {color: ink, formatter}, axisLine: {lineStyle: {color: ink}},
          splitLine: {lineStyle: {color: 'rgba(128,128,128,.25)'}}, minorTick: {show: true, splitNumber: 9}};
}

/** At which level's bytes the points stand: no point has one intensity. */
function intensityTitle(report, state) {
  const levels = shownLevels(report, state);
  if (state.level === 'all' && levels.length > 1) return 'arithmetic intensity at each memory level (FLOP/B)';
  return levels.length === 1 ? `arithmetic intensity at ${levelTitle(report, levels[0])} (FLOP/B)`
    : 'arithmetic intensity at the memory level that bounds the point, or comes nearest to it (FLOP/B)';
}

/** The same for a picture on white paper: with its key. */
export function pictureOption(report, state, points, ink, size) {
  return {...option(report, state, points, ink, size), key: pictureKey(report, state, size.width, ink)};
}

/** Everything that ECharts needs to draw the points under the roofs, `size` pixels large. */
export function option(report, state, points, ink, size) {
  const roofs = shownRoofs(report, state);
  const range = rangeOf(report, state, points, roofs);
  const colors = choices(pool(report, state), state.color);
  const [x, y] = readZoom(state.zoom);
  const pinned = state.pin === '' ? -1 : Number(state.pin);
  const board = new Board(frameOf(size));
  markDots(report, state, points, range, size, board);
  // The roofs' names have fewer places than the points'.
  const lines = lineSeries(report, state, roofs, range, ink, size, board);
  const empty = !points.some((point) => levelsOf(report, state, point).length > 0);
  return {
    animation: false, backgroundColor: 'transparent',
    grid: GRID,
    title: empty ? {text: points.length > 0 ? 'None of these points has FLOPs, a time and bytes: the table has them' : 'No point is left by the filters',
                    left: 'center', top: 'middle', textStyle: {color: ink, fontSize: 14, fontWeight: 'normal'}} : undefined,
    xAxis: {...axis(intensityTitle(report, state), range.x, ink, (v) => plain(v), 30),
            logBase: range.wide ? 10 : 2},
    yAxis: axis('performance (FLOP/s)', range.y, ink, (v) => si(v, ''), 54),
    tooltip: {trigger: 'item', confine: true, enterable: false, formatter: (item) => tooltip(report, item) ?? ''},
    dataZoom: [{type: 'inside', xAxisIndex: 0, filterMode: 'none', start: x[0], end: x[1]},
               {type: 'inside', yAxisIndex: 0, filterMode: 'none', start: y[0], end: y[1]}],
    series: [...lines, ...pathSeries(report, state, report.all[pinned], ink),
             ...pointSeries(report, state, points, colors, pinned, ink),
             nameSeries(namesBeside(report, state, points, range, size), ink, board)]
  };
}

/** A picture of `what` with its key, as `renderer` ('svg', 'canvas') draws it, on white paper, without the page. */
function picture({key, ...what}, size, renderer, take) {
  const node = renderer === 'canvas' ? document.createElement('div') : null;
  const copy = echarts.init(node, null, {renderer, ssr: renderer === 'svg', devicePixelRatio: 2, width: size.width,
                                         height: size.height + KEY_HEIGHT});
  copy.setOption({...what, grid: {...what.grid, bottom: what.grid.bottom + KEY_HEIGHT}, title: key,
                  backgroundColor: '#ffffff', tooltip: {show: false}});
  const result = take(copy);
  copy.dispose();
  return result;
}

export const svgOf = (what, size) => picture(what, size, 'svg', (copy) => copy.renderToSVGString());
export const pngOf = (what, size) => picture(what, size, 'canvas', (copy) => {
  copy.getZr().flush();
  return copy.getDataURL({type: 'png', pixelRatio: 2, backgroundColor: '#ffffff'});
});

const PAN = {ArrowLeft: [-10, 0], ArrowRight: [10, 0], ArrowUp: [0, 10], ArrowDown: [0, -10]};

/**
 * A chart in `node`; onPin(index) is called with the point that was clicked, onZoom(ranges) with the part of both
 * axes that is seen, in percent, when that has changed.
 */
export function makeChart(node, onPin, onZoom = () => {}) {
  const chart = echarts.init(node, null, {renderer: 'canvas'});
  chart.on('click', (item) => item.data?.point && onPin(item.data.point().index));
  new ResizeObserver(() => chart.resize()).observe(node);
  const ranges = () => chart.getOption().dataZoom.map(({start, end}) => [start, end]);
  let waiting;
  chart.on('datazoom', () => {
    // A turn of the wheel is many events.
    clearTimeout(waiting);
    waiting = setTimeout(() => onZoom(ranges()), 150);
  });
  const look = (wanted) => chart.dispatchAction({type: 'dataZoom', batch: wanted.map(([start, end], dataZoomIndex) =>
    ({dataZoomIndex, start, end}))});
  const zoom = (by) => look(ranges().map(([start, end]) => {
    const middle = (start + end) / 2, half = Math.min(50, (end - start) / 2 * by);
    return [Math.max(0, middle - half), Math.min(100, middle + half)];
  }));
  const pan = (by) => look(ranges().map(([start, end], axis) => {
    const shift = Math.min(100 - end, Math.max(-start, by[axis] * (end - start) / 100));
    return [start + shift, end + shift];
  }));
  const reset = () => look([[0, 100], [0, 100]]);
  node.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (PAN[event.key]) pan(PAN[event.key]);
    else if (event.key === '+' || event.key === '=') zoom(0.5);
    else if (event.key === '-') zoom(2);
    else if (event.key === '0') reset();
    else return;
    event.preventDefault();
  });
  return {
    size: () => ({width: chart.getWidth(), height: chart.getHeight()}),
    draw: (what) => chart.setOption(what, {notMerge: true}),
    onDrawn: (then) => chart.on('finished', then),
    reset, zoom,
    /** For tests: where a datum is drawn, in pixels of the node. */
    place: (x, y) => chart.convertToPixel({xAxisIndex: 0, yAxisIndex: 0}, [x, y])
  };
}
