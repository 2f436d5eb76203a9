// The measured roofs as lines, with their ridges and their names.
import {alongLine} from './labels.js';
import {label} from './format.js';
import {boundColor, dashOf} from './palette.js';

export const GRID = {left: 78, right: 24, top: 16, bottom: 62};

/** The axes' rectangle in pixels: left, top, right, bottom. */
export const frameOf = (size) => [GRID.left, GRID.top, size.width - GRID.right, size.height - GRID.bottom];

/** Where a value is drawn when the whole of `range` is seen. */
export function pixelOf(range, size, [x, y]) {
  const [left, top, right, bottom] = frameOf(size);
  const part = (value, [low, high]) => Math.log(value / low) / Math.log(high / low);
  return [left + (right - left) * part(x, range.x), bottom - (bottom - top) * part(y, range.y)];
}

/** The reverse, for a place that lies so far along a line between two values. */
function valueAlong([a, b], share) {
  return a.map((from, i) => from * (b[i] / from) ** share);
}

/** Lines are plain facts: which roof, at what value, from where to where. */
function linesOf(state, roofs, range) {
  const arithmetic = roofs.filter((roof) => roof.level === undefined);
  const memory = roofs.filter((roof) => roof.level !== undefined);
  const top = Math.max(...arithmetic.map((roof) => roof.high), 0);
  const fastest = Math.max(...memory.map((roof) => roof.high), 0);
  const lines = [];
  const values = (roof) => [[roof.high, false], ...(state.limits && roof.limit ? [[roof.limit, true]] : [])];
  for (const roof of memory) {
    const end = top > 0 ? Math.min(top / roof.high, range.x[1]) : range.x[1];
    roof.ridge = top > 0 ? [end, end * roof.high] : undefined;
    for (const [value, limit] of values(roof)) {
      const stop = top > 0 ? Math.min(top / value, range.x[1]) : range.x[1];
      // From where it enters the axes: its name stands there.
      const start = Math.max(range.x[0], range.y[0] / value);
      if (start < stop) lines.push({roof, limit, ends: [[start, start * value], [stop, stop * value]]});
    }
  }
  for (const roof of arithmetic)
    for (const [value, limit] of values(roof)) {
      const start = fastest > 0 ? value / fastest : range.x[0];
      lines.push({roof, limit, ends: [[Math.max(start, range.x[0]), value], [range.x[1], value]]});
    }
  return lines;
}

/** "L2 triad, 1 core: 134 GB/s (suspect)". */
export function roofText(roof, most) {
  return `${label(roof.name, most)}: ${roof.text}${roof.status === 'measured' ? '' : ` (${roof.status})`}`;
}

/**
 * Names the lines where there is room: every roof of arithmetic at its right end, of each level one, the highest
 * that has room, at its left. The legend has them all.
 */
function nameLines(report, lines, ink, board) {
  const named = new Set();
  const measured = lines.filter((line) => !line.limit).sort((a, b) => b.roof.high - a.roof.high);
  for (const line of measured) {
    const {roof, pixels: [start, end]} = line;
    if (named.has(roof.level)) continue;
    const degrees = Math.atan2(start[1] - end[1], end[0] - start[0]) * 180 / Math.PI;
    // Lines of one kind run alike: how far the others lie above this one.
    const height = Math.cos(degrees * Math.PI / 180);
    const others = measured.filter((one) => one !== line && (one.roof.level === undefined) === (roof.level === undefined))
      .map(({pixels: [a, b]}) => {
        const slope = b[0] > a[0] ? (b[1] - a[1]) / (b[0] - a[0]) : 0;
        return (start[1] - (a[1] + slope * (start[0] - a[0]))) * height;
      });
    const text = roofText(roof, 44);
    const place = board.along(start, end, degrees, text, {back: roof.level === undefined, lines: others});
    if (!place) continue;
    if (roof.level !== undefined) named.add(roof.level);
    const share = place.far / Math.hypot(end[0] - start[0], end[1] - start[1]);
    line.named = {value: valueAlong(line.ends, share), label: alongLine(text, degrees, place.above, ink)};
  }
}

/** The roofs' lines, as measured, and their limits if the reader wants those; names keep off what `board` has. */
export function lineSeries(report, state, roofs, range, ink, size, board) {
  const lines = linesOf(state, roofs, range);
  for (const line of lines) {
    line.pixels = line.ends.map((value) => pixelOf(range, size, value));
    board.lines.push(line.pixels);
  }
  const ridges = roofs.filter((roof) => roof.level !== undefined && roof.ridge && roof.ridge[0] < range.x[1]);
  for (const [x, y] of ridges.map((roof) => pixelOf(range, size, roof.ridge))) board.take([[x - 5, y - 5, x + 5, y + 5]]);
  nameLines(report, lines, ink, board);
  const series = lines.map(({roof, limit, ends: [from, to], named}) => ({
    type: 'line', name: roof.name, silent: true, symbolSize: 0.1, animation: false, z: 2, labelLayout: {hideOverlap: true},
    data: [{value: from}, ...(named ? [named] : []), {value: to}],
    lineStyle: {width: limit ? 1 : 2, type: limit ? [3, 4] : dashOf(report, roof, roofs),
                color: boundColor(report, roof.level ?? 'compute', ink), opacity: limit ? 0.6 : 1}
  }));
  if (ridges.length > 0)
    series.push({type: 'scatter', name: 'ridge points', symbol: 'diamond', symbolSize: 9, z: 4, animation: false,
                 itemStyle: {color: 'transparent', borderColor: ink, borderWidth: 1.5},
                 data: ridges.map((roof) => ({value: roof.ridge, ridge: roof}))});
  return series;
}
