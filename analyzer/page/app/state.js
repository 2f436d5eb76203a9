// What the reader chose; it stands in the URL's hash, so that a link or a reload shows the same.

const DEFAULTS = {level: '', color: 'bound', q: '', bound: '', category: '', dtype: '', step: '', share: 0,
                  feeds: true, limits: false, hidden: '', sort: '-seconds', pin: '', rows: 100, zoom: ''};

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

export function defaults() {
  return {...DEFAULTS};
}
