// Where names stand on a chart: none on another one, on a dot or off the axes. In pixels of the whole chart; what a
// zoom brings together ECharts hides.
import * as echarts from 'echarts/core';

export const TEXT_SIZE = 11;
const LINE = 13, OFF = 3;

export const widthOf = (text) => echarts.format.getTextRect(text, `${TEXT_SIZE}px sans-serif`).width;

const overlap = (a, b) => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];

function crosses([[ax, ay], [bx, by]], box) {
  const from = Math.max(box[0], ax), to = Math.min(box[2], bx);
  if (from > to || bx === ax) return false;
  const ends = [from, to].map((x) => ay + (by - ay) * (x - ax) / (bx - ax));
  return Math.max(...ends) > box[1] && Math.min(...ends) < box[3];
}

/** Boxes along a text that begins at (x, y) and rises by so many degrees: one around a slanted text is mostly empty. */
function boxesAlong(x, y, width, degrees, above) {
  const angle = degrees * Math.PI / 180, [c, s] = [Math.cos(angle), Math.sin(angle)];
  const across = above ? OFF + LINE / 2 : -OFF - LINE / 2;
  const pieces = Math.max(1, Math.ceil(width / 8)), half = width / pieces / 2;
  const high = LINE / 2 * c + half * s, wide = half * c + LINE / 2 * s;
  return Array.from({length: pieces}, (_, i) => {
    const along = (2 * i + 1) * half;
    const [mx, my] = [x + along * c - across * s, y - along * s - across * c];
    return [mx - wide, my - high, mx + wide, my + high];
  });
}

export class Board {
  constructor(frame) {
    this.frame = frame;  // left, top, right, bottom
    this.taken = [];
    this.lines = [];     // each from its left end to its right one
  }

  free(boxes) {
    const [left, top, right, bottom] = this.frame;
    return boxes.every((box) => box[0] >= left - 1 && box[1] >= top && box[2] <= right + 1 && box[3] <= bottom &&
                                !this.taken.some((other) => overlap(box, other)));
  }

  take(boxes) {
    this.taken.push(...boxes);
  }

  /** Beside a dot: the side on which its name stands, or nothing where none is free. */
  beside([x, y], diameter, text) {
    const width = widthOf(text), reach = diameter / 2 + 5, high = LINE / 2;
    const sides = {right: [x + reach, y - high, x + reach + width, y + high],
                   left: [x - reach - width, y - high, x - reach, y + high],
                   top: [x - width / 2, y - reach - LINE, x + width / 2, y - reach],
                   bottom: [x - width / 2, y + reach, x + width / 2, y + reach + LINE]};
    const free = Object.keys(sides).filter((one) => this.free([sides[one]]));
    const side = free.find((one) => !this.lines.some((line) => crosses(line, sides[one]))) ?? free[0];
    if (side !== undefined) this.take([sides[side]]);
    return side;
  }

  /**
   * Along a line from `start` to `end`, which rises by `degrees`: how far from its start the text begins, and
   * whether above the line; the first free place, from the end if `back`. `lines`: other lines that run like it,
   * as pixels above it (below: negative), which no text should lie on.
   */
  along(start, end, degrees, text, {back = false, lines = []} = {}) {
    const width = widthOf(text), length = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const angle = degrees * Math.PI / 180;
    const sides = [true, false].filter((above) => !lines.some((off) =>
      above ? off > 0 && off < OFF + LINE : off < 0 && off > -OFF - LINE));
    for (let step = 6; step + width <= length; step += 12)
      for (const above of sides) {
        const far = back ? length - step - width + 4 : step;
        const boxes = boxesAlong(start[0] + far * Math.cos(angle), start[1] - far * Math.sin(angle), width, degrees, above);
        if (!this.free(boxes)) continue;
        this.take(boxes);
        return {far, above};
      }
    return undefined;
  }
}

/** ECharts' label along a line of so many degrees, beginning at its datum. */
export function alongLine(text, degrees, above, color) {
  const angle = degrees * Math.PI / 180, off = above ? OFF : -OFF;
  return {show: true, color, fontSize: TEXT_SIZE, formatter: text, align: 'left', verticalAlign: above ? 'bottom' : 'top', rotate: degrees,
          position: [-off * Math.sin(angle), -off * Math.cos(angle)]};
}
