// Numbers as people read them: three digits, a decimal prefix, a unit; and text that stays text.

const PREFIXES = [[1e18, 'E'], [1e15, 'P'], [1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k'], [1, ''],
                  [1e-3, 'm'], [1e-6, 'µ'], [1e-9, 'n'], [1e-12, 'p']];

export const MISSING = '–';

/** 4.731e10, "FLOP/s" → "47.3 GFLOP/s"; MISSING for what is no finite number. */
export function si(value, unit = '', digits = 3) {
  if (!Number.isFinite(value)) return MISSING;
  if (value === 0) return `0 ${unit}`.trim();
  const size = Math.abs(value);
  const [factor, prefix] = PREFIXES.find(([f]) => size >= f * (1 - 0.5 * 10 ** -digits)) ?? PREFIXES.at(-1);
  return `${plain(value / factor, digits)} ${prefix}${unit}`.trim();
}

/** Significant digits without an exponent from 1e-4 to 1e7. */
export function plain(value, digits = 3) {
  if (!Number.isFinite(value)) return MISSING;
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e7)) return value.toExponential(digits - 1);
  return Number(value.toPrecision(digits)).toString();
}

export function percent(fraction) {
  return Number.isFinite(fraction) ? `${plain(100 * fraction)} %` : MISSING;
}

/** "≥ ", "≤ " or "? " before a number of counts that lack something; else nothing. */
export const mark = (point, key) => point.marks?.[key] ?? '';

export const counted = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;

/** An element with text and children. Text is always set as text: names are anybody's words. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else if (name === 'class') node.className = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat())
    if (child !== null && child !== undefined) node.append(child);
  return node;
}

const length = (text) => Array.from(text).length;

/**
 * Names for a place of `most` characters. Where one is longer, all lose `end`, what all names of the page end with
 * ("/real_time"): it tells none from another. What is still longer is cut in the middle.
 */
export function shortNames(names, end, most) {
  const long = end.length > 2 && names.some((name) => length(name) > most);
  return names.map((name) => label(long && name.endsWith(end) ? `${name.slice(0, -end.length)}…` : name, most));
}

/** A name with its control and direction characters made visible, cut in the middle to `most` characters. */
export function label(name, most = 80) {
  if (name.length <= most && /^[ -~]*$/.test(name)) return name;  // nearly all: a page has thousands
  const shown = Array.from(name, (c) => {
    const code = c.codePointAt(0);
    const hidden = code < 32 || (code >= 127 && code < 160) || (code >= 0x200b && code <= 0x200f) ||
      (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code === 0xfeff;
    return hidden ? `\\u${code.toString(16).padStart(4, '0')}` : c;
  });
  if (shown.length <= most) return shown.join('');
  const head = Math.ceil((most - 1) / 2);
  return `${shown.slice(0, head).join('')}…${shown.slice(shown.length - (most - 1 - head)).join('')}`;
}
