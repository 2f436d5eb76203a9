// Okabe and Ito's colours, told apart by people with any colour vision; every colour goes with a shape or a dash
// as well.

export const HUES = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c7a00', '#666666'];

const BOUNDS = {compute: '#d55e00', L1: '#009e73', shared: '#009e73', L2: '#0072b2', L3: '#56b4e9',
                DRAM: '#cc79a7', host_link: '#8c7a00', peer_link: '#e69f00', above_roof: '#e00000'};
const SHAPES = {shared: 'roundRect', L1: 'triangle', L2: 'rect', L3: 'diamond', DRAM: 'circle', UB: 'triangle',
                VMEM: 'triangle', CMEM: 'rect', L0: 'pin', constant: 'pin', host_link: 'arrow', peer_link: 'arrow'};
const DASHES = {compute: 'solid', L1: [2, 3], shared: [2, 3], L2: [8, 3, 2, 3], L3: [6, 4], DRAM: 'solid'};

export const boundColor = (bound) => BOUNDS[bound] ?? '#666666';
export const shapeOf = (level) => SHAPES[level] ?? 'circle';
export const signOf = (level) =>
  ({circle: '●', rect: '■', triangle: '▲', diamond: '◆', roundRect: '▢'})[shapeOf(level)] ?? '▼';
export const dashOf = (level) => DASHES[level] ?? [4, 4];

// Steps have an order: more of them than there are hues get shades between these, darker to lighter.
const SCALE = [[0x00, 0x72, 0xb2], [0xcc, 0x79, 0xa7], [0xe6, 0x9f, 0x00]];

function shade(share) {
  const at = Math.min(Math.floor(share * (SCALE.length - 1)), SCALE.length - 2);
  const rest = share * (SCALE.length - 1) - at;
  return `rgb(${SCALE[at].map((low, i) => Math.round(low + rest * (SCALE[at + 1][i] - low))).join(', ')})`;
}

/** The colour of a value among the values of its key, by its place. */
export function colorOf(key, value, values) {
  if (key === 'bound') return boundColor(value);
  const at = values.indexOf(value);
  if (at >= 0 && key === 'step' && values.length > HUES.length) return shade(at / (values.length - 1));
  return at < 0 ? '#999999' : HUES[at % HUES.length];
}
