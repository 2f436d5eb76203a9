// The keys of a chart's colours and shapes: which values they name, and how they stand in an exported picture.
import {label} from './format.js';
import {choices, levelTitle, pool} from './model.js';
import {boundColor, colorOf, shapeOf} from './palette.js';

const MOST_KEYS = 12;

/** All values of `color` among the points, and those that the key shows: of most time, of many steps some over the range. */
export function keyValues(points, color) {
  const values = choices(points, color);
  const shown = color !== 'step' || values.length <= MOST_KEYS ? values.slice(0, MOST_KEYS)
    : Array.from({length: MOST_KEYS}, (_, i) => values[Math.round(i * (values.length - 1) / (MOST_KEYS - 1))]);
  return {values, shown};
}

const LINE = 16;
// ECharts takes other spaces off the ends of a styled word.
const GAP = '\u00a0\u00a0\u00a0 ';

/** Pixels that the key of a picture takes. */
export const KEY_HEIGHT = 4 * LINE;

/** The key as a title below the chart: a picture on its own has no page around it. */
export function pictureKey(report, state, width, ink) {
  // Braces and bars are ECharts' own signs for styles.
  const safe = (text) => label(String(text), 40).replaceAll('{', '(').replaceAll('}', ')').replaceAll('|', '/');
  const {values, shown} = keyValues(pool(report, state), state.color);
  const rich = Object.fromEntries(shown.map((value, i) => [`c${i}`, {color: colorOf(report, state.color, value, values, ink), fontSize: 11}]));
  const shapes = report.levels.map((level, i) => {
    rich[`l${i}`] = {color: boundColor(report, level), fontSize: 11};
    return `{l${i}|${shapeOf(report, level).sign}}\u00a0${levelTitle(report, level)}`;
  });
  const text = [
    `colour, ${state.color}:\u00a0${shown.map((value, i) => `{c${i}|●}\u00a0${safe(value)}`).join(GAP)}` +
      (values.length > shown.length ? `${GAP}of ${values.length}` : ''),
    `shape, memory level: ${shapes.join(GAP)}` +
      `${GAP}area: share of time` + (state.limits ? `${GAP}thin dots: the limit by the datasheet` : '')].join('\n');
  return {text, left: 16, bottom: 4,
          textStyle: {fontSize: 11, fontWeight: 'normal', color: ink, lineHeight: LINE, rich, width: width - 32, overflow: 'break'}};
}
