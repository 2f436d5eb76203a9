// Colours and shapes. Those of levels come with the data, from the table that every other chart reads: a run's
// pictures agree. Okabe and Ito's colours are told apart by people with any colour vision; every colour goes with
// a shape or a dash as well.

export const HUES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c7a00', '#666666'];
const UNKNOWN = '#666666', ERROR = '#e00000';

/** A star or a regular polygon whose corners lie at these radii in turn, the first one at `start` degrees. */
function path(count, start, radii = [1]) {
  const corners = Array.from({length: count}, (_, i) => {
    const angle = (start + 360 * i / count) * Math.PI / 180, radius = radii[i % radii.length];
    return `${(radius * Math.cos(angle)).toFixed(3)} ${(radius * Math.sin(angle)).toFixed(3)}`;
  });
  return `path://M${corners.join('L')}Z`;
}

/** How a shape is drawn: ECharts' symbol, its turn, how much wider than a circle of the same area it is, its sign. */
const SHAPES = {
  circle: {symbol: 'circle', wide: 1, sign: '●'},
  square: {symbol: 'rect', wide: 0.886, sign: '■'},
  triangle: {symbol: 'triangle', wide: 1.253, sign: '▲'},
  triangle_down: {symbol: 'triangle', turn: 180, wide: 1.253, sign: '▼'},
  diamond: {symbol: 'diamond', wide: 1.253, sign: '◆'},
  pentagon: {symbol: path(5, -90), wide: 1.093, sign: '⬟'},
  hexagon: {symbol: path(6, 0), wide: 1.1, sign: '⬢'},
  star: {symbol: path(10, -90, [1.67, 0.64]), wide: 1.588, sign: '★'}
};

/** The colour of a bound: of its level, or ink, as its roof is drawn. */
export function boundColor(report, bound, ink = 'var(--ink)') {
  if (bound === 'compute') return ink;
  return report.style[bound]?.color ?? (bound === 'above_roof' ? ERROR : UNKNOWN);
}
export const shapeOf = (report, level) => SHAPES[report.style[level]?.shape] ?? SHAPES.circle;

/** The dash of a roof's line among those drawn; traffic with write-allocates stands apart from plain bytes. */
export function dashOf(report, roof, roofs) {
  const {styles, style} = report;
  if (roof.status !== 'measured') return styles.unproven_dash;
  if (roof.bus && roofs.some((other) => other.level === roof.level && !other.bus)) return styles.bus_dash;
  const dash = style[roof.level]?.dash ?? [];
  return dash.length > 0 ? dash : 'solid';
}

// Steps have an order: more of them than there are hues get shades between these, darker to lighter.
const SCALE = [[0x00, 0x72, 0xb2], [0xcc, 0x79, 0xa7], [0xe6, 0x9f, 0x00]];

function shade(share) {
  const at = Math.min(Math.floor(share * (SCALE.length - 1)), SCALE.length - 2);
  const rest = share * (SCALE.length - 1) - at;
  return `rgb(${SCALE[at].map((low, i) => Math.round(low + rest * (SCALE[at + 1][i] - low))).join(', ')})`;
}

/** The colour of a value among the values of its key, by its place. */
export function colorOf(report, key, value, values, ink) {
  if (key === 'bound') return boundColor(report, value, ink);
  const at = values.indexOf(value);
  if (at >= 0 && key === 'step' && values.length > HUES.length) return shade(at / (values.length - 1));
  return at < 0 ? '#999999' : HUES[at % HUES.length];
}
