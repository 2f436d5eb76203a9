// The parts of the page around the chart: the machine and its calibration, a pinned point, findings, notes.
import {counted, element, label, MISSING, percent, plain, shortNames, si} from './format.js';
import {facts} from './chart.js';

function list(pairs) {
  return element('dl', {}, pairs.filter(([, value]) => value !== undefined && value !== '' && value !== null)
    .map(([name, value]) => element('div', {}, element('dt', {}, name), element('dd', {}, label(String(value), 200)))));
}

/** "2.45 GHz … 3.6 GHz": the clocks that were measured with the roofs. */
function clocks(roofs) {
  const measured = roofs.map((roof) => roof.clock_hz).filter((clock) => clock > 0).sort((a, b) => a - b);
  const ends = [...new Set([measured[0], measured.at(-1)].map((clock) => si(clock, 'Hz')))];
  return measured.length > 0 ? ends.join(' … ') : undefined;
}

function gpuLine(gpu) {
  return [gpu.name, `${gpu.sms} SMs`, gpu.memory, gpu.clock_hz ? `up to ${si(gpu.clock_hz, 'Hz')}` : null,
          gpu.memory_clock_hz ? `memory ${si(gpu.memory_clock_hz, 'Hz')}` : null,
          gpu.power_limit_w ? `${plain(gpu.power_limit_w)} W` : null,
          gpu.driver ? `CUDA ${gpu.driver}` : null].filter(Boolean).join(', ');
}

/** The machine that was calibrated, and every roof with its evidence. */
export function calibration(report) {
  const {ceilings} = report;
  const devices = [...new Set(report.points.map((point) => point.device).filter(Boolean))];
  const ran = ['profile ran on', devices.slice(0, 4).join(', ') + (devices.length > 4 ? `, ${devices.length - 4} more` : '')];
  if (!ceilings)
    return element('div', {}, list([ran]),
                   element('p', {}, 'No ceilings were given: points have times, rates and intensities only.'));
  const machine = ceilings.machine;
  const columns = ['roof', 'value', ceilings.roofs.some((roof) => roof.ci95) ? '95 % interval' : 'interval', 'per cycle', 'limit', 'of the limit', 'blocks', 'status'];
  const interval = (roof) => {
    const [text, span] = roof.ci95 ? ['', roof.ci95] : roof.range ? ['range ', roof.range] : [MISSING, undefined];
    return span ? `${text}${si(span[0], roof.unit)} … ${si(span[1], roof.unit)}` : text;
  };
  const row = (roof) => element('tr', {class: roof.status === 'suspect' ? 'warning' : roof.status === 'absent' ? 'absent' : ''},
    element('th', {scope: 'row'}, label(roof.id)),
    [roof.value === undefined ? MISSING : si(roof.value, roof.unit), interval(roof),
     roof.per_cycle === undefined ? MISSING : plain(roof.per_cycle),
     roof.limit ? `${si(roof.limit, roof.unit)}${roof.limit_source ? ` (${label(roof.limit_source, 60)})` : ''}` : MISSING,
     percent(roof.fraction), roof.samples,
     [[roof.status, ...(roof.flags ?? [])].join(', '), roof.reason, ...(roof.notes ?? [])].filter(Boolean)
       .map((text) => label(text, 160)).join('; ')]
      .map((text) => element('td', {}, text)));
  const line = (note) => element('p', {class: note.severity ?? 'info'}, label(note.text, 400),
                                 note.remedy ? ` → ${label(note.remedy, 400)}` : '');
  return element('div', {},
    list([ran, ['CPU', machine.cpu_model], ['cores measured', machine.cores],
          ['instruction sets', machine.isas.join(', ')], ...machine.gpus.map((gpu) => [gpu.device, gpuLine(gpu)]),
          ['clock, measured', clocks(ceilings.roofs)], ['memory', machine.memory], ['caches', ceilings.levels],
          ['calibrated', ceilings.created], ['plan', ceilings.plan],
          ['took', ceilings.seconds > 0 ? si(ceilings.seconds, 's') : undefined], ['file', ceilings.source],
          ['mansard', ceilings.tool_version]]),
    ceilings.notes.filter((note) => note.severity).map(line),
    element('details', {}, element('summary', {}, `all ${counted(ceilings.roofs.length, 'roof')}, and notes`),
            ceilings.notes.filter((note) => !note.severity).map(line),
            element('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'roofs of the calibration'},
                    element('table', {}, element('thead', {}, element('tr', {}, columns.map((c) => element('th', {scope: 'col'}, c)))),
                            element('tbody', {}, ceilings.roofs.map(row))))));
}

/** Every number of the pinned point and what the rules say of it. */
export function pinnedPanel(report, state, unpin) {
  const point = state.pin === '' ? undefined : report.all[Number(state.pin)];
  if (!point) return element('p', {class: 'hint'}, 'Click a point, or press Enter on a name in the table, to pin it here.');
  const findings = report.findings.filter((finding) => finding.point === point.index);
  return element('div', {class: 'pin'},
    element('h3', {}, label(point.name), ' ', element('button', {type: 'button', onclick: unpin}, 'unpin (Esc)')),
    element('table', {}, element('tbody', {}, facts(report, point).map(([name, value]) =>
      element('tr', {}, element('th', {scope: 'row'}, name), element('td', {}, value))))),
    findings.length > 0 ? element('h4', {}, 'findings') : null,
    findings.map((finding) => element('p', {}, element('strong', {}, finding.code), ` ${label(finding.text, 400)} `,
                                      element('em', {}, `→ ${label(finding.remedy, 400)}`))));
}

const SHOWN = 5;

/** Findings by rule, those of the longest points first. */
export function findingsPanel(report, pin) {
  if (report.groups.length === 0) return element('p', {}, 'No rule has anything to say.');
  const one = (finding) => element('li', {},
    element('button', {type: 'button', class: 'link', onclick: () => pin(finding.point)},
            shortNames([report.points[finding.point]?.name ?? ''], report.name_end, 60)),
    ` ${label(finding.text, 400)} `, element('em', {}, `→ ${label(finding.remedy, 400)}`));
  return element('div', {}, report.groups.map(([code, all]) =>
    element('section', {}, element('h3', {}, `${code} (${all.length})`),
            element('ul', {}, all.slice(0, SHOWN).map(one)),
            all.length > SHOWN
              ? element('details', {}, element('summary', {}, `${all.length - SHOWN} more`),
                        element('ul', {}, all.slice(SHOWN, 200).map(one))) : null)));
}

export function notesPanel(report) {
  const rejected = report.rejected ?? [];
  return element('div', {},
    element('ul', {}, report.notes.map((note) => element('li', {class: note.severity ?? ''}, label(note.text, 600),
                                                         note.remedy ? ` → ${label(note.remedy, 400)}` : ''))),
    rejected.length > 0
      ? element('details', {}, element('summary', {}, `${report.summary.rejected} of ${report.summary.in} records rejected`),
                element('ul', {}, rejected.map((record) =>
                  element('li', {}, `${label(record.record, 120)} ${label(record.name, 60)}: ${label(record.reason, 200)}`)))) : null);
}

/** Points in numbers: how many, how long, and how many could not be placed. */
export function summaryLine(report) {
  const {summary} = report;
  const lost = Object.entries(summary.statuses).filter(([status, count]) => count > 0 && status !== 'placed')
    .map(([status, count]) => `${count} ${status.replace('_', ' ')}`);
  return [`${counted(summary.points, 'point')} of ${counted(summary.in, 'record')}`,
          summary.seconds_busy === undefined ? null : `busy ${si(summary.seconds_busy, 's')}`,
          summary.seconds_wall === undefined ? null : `wall ${si(summary.seconds_wall, 's')}`,
          summary.efficiency_by_points === undefined ? null : `efficiency by points ${percent(summary.efficiency_by_points)}`,
          lost.length > 0 ? lost.join(', ') : null].filter(Boolean).join(' · ');
}
