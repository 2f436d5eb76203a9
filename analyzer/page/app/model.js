// The report's data, with what follows from it. Shapes are those of docs/formats.md ("Analysis").

export const LEVELS = ['shared', 'L0', 'constant', 'L1', 'UB', 'VMEM', 'L2', 'CMEM', 'L3', 'DRAM', 'peer_link',
                       'host_link'];
/** Categories of data that is fed to a device or read back from it. */
const FEEDS = /^(in-?feed|out-?feed|memcpy.*(htod|dtoh)|gpu_memcpy)/i;

export function read(text) {
  const report = JSON.parse(text);
  report.points.forEach((point, index) => enrich(point, index));
  report.program.forEach((point, index) => enrich(point, index));
  report.regions.forEach((point, index) => enrich(point, index));
  for (const roof of report.lines) roof.level = levelOf(roof);
  report.levels = LEVELS.filter((level) => report.points.some((p) => p.bytes?.[level] > 0));
  report.groups = groupFindings(report.findings);
  return report;
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
  point.headroom = point.efficiency !== undefined && point.seconds > 0
    ? point.seconds * (1 - point.efficiency) : undefined;
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

/** Distinct values of `key` among the points, most time first. */
export function choices(points, key) {
  const time = new Map();
  for (const point of points)
    for (const value of valuesOf(point, key)) time.set(value, (time.get(value) ?? 0) + (point.seconds ?? 0));
  return [...time].sort((a, b) => b[1] - a[1]).map(([value]) => value);
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
  return report.points.filter((point) =>
    (!wanted || point.name.toLowerCase().includes(wanted)) &&
    (state.feeds || !point.feed) &&
    !((point.share ?? 0) < state.share / 100) &&
    ['bound', 'category', 'dtype', 'step'].every((key) =>
      !state[key] || valuesOf(point, key).includes(state[key])));
}
