// The report's data, with what follows from it. Shapes are those of docs/formats.md ("Analysis").

/** Categories of data that is fed to a device or read back from it. */
const FEEDS = /^(in-?feed|out-?feed|memcpy.*(htod|dtoh)|gpu_memcpy)/i;

/** Chips whose device memory is stacked beside them. */
const HBM = /TPU|Ascend|\b([PV]100|A30\b|[AH][18]00|H20\b|G?H200|G?B[23]00|MI\d{2,3})/;

/** A level as people call it on this device. */
export function levelTitle(report, level) {
  return level === 'DRAM' && report.hbm ? 'DRAM (HBM)' : level;
}

/** What state.step says for the operations of all steps, each on its own. */
export const EVERY_STEP = '*';

export function read(text) {
  const report = JSON.parse(text);
  // From the cores outwards.
  const levels = report.styles.levels.map(({level}) => level);
  report.style = Object.fromEntries(report.styles.levels.map((style) => [style.level, style]));
  report.points.forEach((point, index) => enrich(point, index));
  report.step_points.forEach((point, index) => enrich(point, report.points.length + index));
  report.program.forEach((point, index) => {
    enrich(point, index);
    point.part = partOf(point);
  });
  report.regions.forEach((point, index) => enrich(point, index));
  for (const roof of report.lines) roof.level = levelOf(roof);
  // A point's index is its place here.
  report.all = [...report.points, ...report.step_points];
  report.hbm = report.formats.some((format) => format.startsWith('xprof')) || report.all.some((point) => HBM.test(point.device ?? ''));
  report.dtypes = [...new Set(report.all.flatMap((point) => Object.keys(point.flops ?? {})))];
  report.levels = levels.filter((level) => report.all.some((p) => p.bytes?.[level] > 0));
  report.steps = stepsOf(report);
  shareWithinSteps(report.step_points);
  accumulate(report.points);
  for (const finding of report.findings) finding.remedy = report.remedies[finding.remedy];
  report.groups = groupFindings(report.findings);
  return report;
}

/**
 * The level at whose intensity a point stands unless the reader wants another: the one that bounds it; under the
 * arithmetic the one that needs most time at its roof; without roofs the outermost.
 */
export function mainLevel(report, point) {
  const levels = report.levels.filter((level) => point.intensity[level] > 0);
  if (levels.includes(point.bound)) return point.bound;
  let main = levels.at(-1), longest = 0;
  for (const level of levels) {
    const share = point.bandwidth_utilization?.[level] ?? 0;
    if (share > longest) longest = share, main = level;
  }
  return main;
}

/** Which part of the profile a point of `program` is. */
function partOf(point) {
  if (/^average/.test(point.step ?? point.name)) return 'average step';
  return point.step === undefined ? 'whole profile' : 'each step';
}

/** The steps that have operations, in the order of the profile. */
function stepsOf(report) {
  const own = report.step_points.length > 0 ? report.step_points : report.points;
  return [...new Set(own.map((point) => point.step).filter((step) => step !== undefined))];
}

/** A step's operations are parts of that step. */
function shareWithinSteps(points) {
  const whole = new Map();
  for (const point of points) whole.set(point.step, (whole.get(point.step) ?? 0) + (point.seconds ?? 0));
  for (const point of points)
    if (point.seconds !== undefined && whole.get(point.step) > 0) point.share = point.seconds / whole.get(point.step);
}

/** How much of the time a point takes with all that are longer: where to stop reading. They are longest first. */
function accumulate(points) {
  let sum = 0;
  for (const point of points) if (point.share !== undefined) point.cumulative = sum += point.share;
}

/** The points that the reader looks at: the whole profile's, those of one step, or those of every step. */
export function pool(report, state) {
  if (report.step_points.length === 0 || state.step === '') return report.points;
  return state.step === EVERY_STEP ? report.step_points : report.step_points.filter((point) => point.step === state.step);
}

/** A sum of points; what one of them lacks, the sum lacks. */
export function sumOf(points, name) {
  const sum = {name, part: 'whole profile', calls: points.length, status: 'sum', seconds: 0};
  for (const key of ['flops', 'bytes']) {
    const kinds = new Set(points.flatMap((point) => Object.keys(point[key] ?? {})));
    const complete = (kind) => points.every((point) => key === 'flops' ? point.flops !== undefined : point.bytes?.[kind] !== undefined);
    for (const kind of kinds)
      if (complete(kind)) (sum[key] ??= {})[kind] = points.reduce((total, point) => total + (point[key][kind] ?? 0), 0);
  }
  sum.seconds = points.reduce((total, point) => total + (point.seconds ?? 0), 0);
  enrich(sum, -1);
  return sum;
}

function enrich(point, index) {
  point.index = index;
  point.total = point.flops ? Object.values(point.flops).reduce((a, b) => a + b, 0) : undefined;
  point.rate = point.total !== undefined && point.seconds > 0 ? point.total / point.seconds : undefined;
  point.intensity = {};
  point.bandwidth = {};
  for (const [level, bytes] of Object.entries(point.bytes ?? {})) {
    if (!(bytes > 0)) continue;
    if (point.total !== undefined) point.intensity[level] = point.total / bytes;
    if (point.seconds > 0) point.bandwidth[level] = bytes / point.seconds;
  }
  // At its roof a point has none, whatever the last digits say.
  const left = Math.abs(1 - point.efficiency) < 1e-6 ? 0 : 1 - point.efficiency;
  point.headroom = point.efficiency !== undefined && point.seconds > 0 ? point.seconds * left : undefined;
  point.feed = FEEDS.test(point.category ?? '');
}

/** The level of a bandwidth roof, from the id of the ceilings' roof behind it; nothing for arithmetic. */
function levelOf(roof) {
  for (const id of roof.ids) {
    const parts = id.split('.');
    const at = parts.indexOf('bandwidth');
    if (at >= 0) return parts[at + 1];
  }
  return undefined;
}

function groupFindings(findings) {
  const groups = new Map();
  for (const finding of findings) {
    if (!groups.has(finding.code)) groups.set(finding.code, []);
    groups.get(finding.code).push(finding);
  }
  return [...groups].sort((a, b) => b[1].length - a[1].length);
}

/** Distinct values of `key` among the points, most time first; steps in their order. */
export function choices(points, key) {
  const time = new Map();
  for (const point of points)
    for (const value of valuesOf(point, key)) time.set(value, (time.get(value) ?? 0) + (point.seconds ?? 0));
  const inOrder = new Intl.Collator('en', {numeric: true}).compare;
  return [...time].sort((a, b) => key === 'step' ? inOrder(a[0], b[0]) : b[1] - a[1]).map(([value]) => value);
}

/** What a point has of a filter's key: a bound, a category, number types, a step, a status. */
export function valuesOf(point, key) {
  if (key === 'dtype') return Object.keys(point.flops ?? {});
  if (key === 'bound') return [point.bound ?? point.status];
  const value = point[key];
  return value === undefined ? [] : [value];
}

/** The points that the filters of `state` leave. */
export function visible(report, state) {
  const wanted = state.q.toLowerCase();
  // Operations of steps are chosen already; points that have a step of their own are filtered by it.
  const keys = report.step_points.length > 0 ? ['bound', 'category', 'dtype'] : ['bound', 'category', 'dtype', 'step'];
  const left = pool(report, state).filter((point) =>
    (!wanted || point.name.toLowerCase().includes(wanted)) &&
    (state.feeds || !point.feed) &&
    !((point.share ?? 0) < state.share / 100) &&
    keys.every((key) =>
      !state[key] || valuesOf(point, key).includes(state[key])));
  if (!(state.top > 0) || left.length <= state.top) return left;
  return left.sort((a, b) => (b.seconds ?? 0) - (a.seconds ?? 0) || a.index - b.index).slice(0, state.top);
}
