// What the reader chose; it stands in the URL's hash, so that a link or a reload shows the same.

const DEFAULTS = {level: '', color: 'bound', q: '', bound: '', category: '', dtype: '', step: '', share: 0,
                  top: 0, feeds: true, limits: false, hidden: '', part: '', order: '', sort: '-seconds', columns: false,
                  pin: '', rows: 100, zoom: ''};

export function readState(hash = location.hash) {
  const state = {...DEFAULTS};
  for (const [key, text] of new URLSearchParams(hash.replace(/^#/, ''))) {
    if (!(key in DEFAULTS)) continue;
    const otherwise = DEFAULTS[key];
    if (typeof otherwise === 'boolean') state[key] = text === '1';
    else if (typeof otherwise === 'number') state[key] = Number.isFinite(Number(text)) ? Number(text) : otherwise;
    else state[key] = text;
  }
  return state;
}

export function writeState(state) {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(state))
    if (key in DEFAULTS && value !== DEFAULTS[key])
      params.set(key, typeof value === 'boolean' ? (value ? '1' : '0') : String(value));
  const hash = params.toString();
  history.replaceState(null, '', hash ? `#${hash}` : location.pathname + location.search);
}

/** "10-90-0-50": the part of both axes that is seen, in percent; all of it for anything else. */
export function readZoom(text) {
  const [x0, x1, y0, y1] = text.split('-').map(Number);
  const sound = (from, to) => from >= 0 && to <= 100 && from < to;
  return sound(x0, x1) && sound(y0, y1) ? [[x0, x1], [y0, y1]] : [[0, 100], [0, 100]];
}

export function writeZoom(ranges) {
  const text = ranges.flat().map((end) => Number(end.toFixed(2))).join('-');
  return text === '0-100-0-100' ? '' : text;
}

export function defaults() {
  return {...DEFAULTS};
}
