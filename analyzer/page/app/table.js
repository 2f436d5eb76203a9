// A table that sorts by its headings, filters with the chart, and can be taken along as CSV.
import {element, label, mark, MISSING, percent, plain, si} from './format.js';

/**
 * The columns of the points' tables: title, the value that sorts and goes to CSV, and how it is shown. Those that are
 * `more` stand in CSV, and in the table on request.
 */
export function pointColumns(report, points, all = false) {
  const columns = [
    {key: 'name', title: 'name', value: (p) => p.name, show: (p) => label(p.name), text: true},
    {key: 'category', title: 'category', value: (p) => p.category, text: true, optional: true},
    {key: 'step', title: 'step', value: (p) => p.step, text: true, optional: true},
    {key: 'calls', title: 'calls', value: (p) => p.calls, show: (p) => plain(p.calls, 6)},
    {key: 'seconds', title: 'time', value: (p) => p.seconds, show: (p) => si(p.seconds, 's')},
    {key: 'share', title: 'share', value: (p) => p.share, show: (p) => percent(p.share), optional: true},
    {key: 'cumulative_share', title: 'with all longer', value: (p) => p.cumulative, show: (p) => percent(p.cumulative), more: true},
    {key: 'seconds_per_call', title: 'one call', value: (p) => p.seconds === undefined ? undefined : p.seconds / p.calls,
     show: (p) => si(p.seconds / p.calls, 's'), more: true},
    ...report.dtypes.map((dtype) => ({key: `flops_${dtype}`, title: `${dtype} FLOP`, value: (p) => p.flops?.[dtype],
                               show: (p) => mark(p, dtype) + si(p.flops?.[dtype]), more: true})),
    {key: 'rate', title: 'FLOP/s', value: (p) => p.rate, show: (p) => mark(p, 'rate') + si(p.rate)},
    {key: 'bound', title: 'bound', value: (p) => p.bound ?? p.status, text: true},
    {key: 'attainable', title: 'attainable', value: (p) => p.attainable,
     show: (p) => si(p.attainable, p.attainable_unit === 'B/s' ? 'B/s' : '')},
    {key: 'headroom', title: 'headroom', value: (p) => p.headroom, show: (p) => si(p.headroom, 's')},
    {key: 'efficiency', title: 'efficiency', value: (p) => p.efficiency, show: efficiency},
    {key: 'flop_utilization', title: 'of the arithmetic roof', value: (p) => p.flop_utilization,
     show: (p) => percent(p.flop_utilization)}
  ];
  for (const level of report.levels) {
    columns.push({key: `bytes_${level}`, title: `${level} B`, value: (p) => p.bytes?.[level],
                  show: (p) => mark(p, level) + si(p.bytes?.[level]), more: true});
    columns.push({key: `bandwidth_${level}`, title: `${level} B/s`, value: (p) => p.bandwidth[level],
                  show: (p) => mark(p, level) + si(p.bandwidth[level]), more: true});
    columns.push({key: `intensity_${level}`, title: `${level} FLOP/B`, value: (p) => p.intensity[level],
                  show: (p) => mark(p, `intensity ${level}`) + plain(p.intensity[level])});
    columns.push({key: `bandwidth_utilization_${level}`, title: `of the ${level} roof`,
                  value: (p) => p.bandwidth_utilization?.[level],
                  show: (p) => percent(p.bandwidth_utilization?.[level])});
  }
  columns.push(
    ...['device', 'threads', 'grid', 'block', 'shapes'].map((key) =>
      ({key, title: key, value: (p) => p[key], show: (p) => p[key] === undefined ? MISSING : label(String(p[key])),
        text: key !== 'threads', more: true})));
  // A column that none of these points has a value for says nothing.
  return columns.filter((column) => (all || !column.more) &&
    (!(column.optional || column.more) || points.some((p) => column.value(p) !== undefined && column.value(p) !== '')));
}

/** Efficiency as a number over a bar; above every roof there is no bar, that is an error. */
function efficiency(point) {
  if (point.efficiency === undefined) return MISSING;
  const text = `${point.status === 'incomplete' ? '≥ ' : ''}${percent(point.efficiency)}`;
  if (point.status === 'above_roof') return element('span', {class: 'error'}, `${text} above its roof`);
  return [text, point.beyond_roof ? element('span', {title: 'beyond its roof, which does not bound it'}, ' !') : null,
          element('span', {class: 'bar'},
                        element('span', {style: `width:${Math.min(100, 100 * point.efficiency)}%`}))];
}

/** `-seconds` sorts downwards by seconds; what has no value comes last either way. */
export function sorted(points, columns, order) {
  const down = order.startsWith('-');
  const column = columns.find((one) => one.key === order.replace(/^-/, ''));
  if (!column) return points;
  const missing = (value) => value === undefined || value === '';
  return points.slice().sort((a, b) => {
    const x = column.value(a), y = column.value(b);
    if (missing(x) || missing(y)) return missing(x) - missing(y) || a.index - b.index;
    const order = typeof x === 'string' ? x.localeCompare(y) : x - y;
    return (down ? -order : order) || a.index - b.index;
  });
}

/**
 * A table of `points`. options: order and onSort(order) for sortable headings, onPin(index) and pinned for rows
 * that can be chosen, rows: how many are shown, onMore() to show more.
 */
export function table(caption, columns, points, options = {}) {
  const heading = (column) => {
    if (!options.onSort) return element('th', {scope: 'col', class: column.text ? '' : 'number'}, column.title);
    const by = options.order?.replace(/^-/, '') === column.key;
    const direction = !by ? 'none' : options.order.startsWith('-') ? 'descending' : 'ascending';
    const next = by && direction === 'descending' ? column.key : `-${column.key}`;
    return element('th', {scope: 'col', 'aria-sort': direction, class: column.text ? '' : 'number'},
                   element('button', {type: 'button', 'data-sort': column.key, onclick: () => options.onSort(next)}, column.title,
                           element('span', {'aria-hidden': 'true'},
                                   direction === 'none' ? '' : direction === 'descending' ? ' ↓' : ' ↑')));
  };
  const cell = (column, point) => {
    const shown = column.show ? column.show(point) : label(column.value(point) ?? MISSING);
    if (column.key === 'name' && options.onPin)
      return element('th', {scope: 'row'},
                     element('button', {type: 'button', 'data-pin': point.index,
                                        'aria-pressed': String(point.index === options.pinned),
                                        onclick: () => options.onPin(point.index)}, shown));
    return element(column.key === 'name' ? 'th' : 'td',
                   {scope: column.key === 'name' ? 'row' : undefined, class: column.text ? '' : 'number'}, shown);
  };
  const most = options.rows ?? points.length;
  const body = points.slice(0, most).map((point) =>
    element('tr', {class: point.index === options.pinned && options.onPin ? 'pinned' : ''},
            columns.map((column) => cell(column, point))));
  const more = points.length > most && options.onMore
    ? element('button', {type: 'button', class: 'more', onclick: options.onMore},
              `show more (${points.length - most} are not shown)`) : null;
  return element('div', {},
                 element('div', {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': caption},
                         element('table', {}, element('caption', {}, caption),
                                 element('thead', {}, element('tr', {}, columns.map(heading))),
                                 element('tbody', {}, body))), more);
}

/** RFC 4180. A cell that a spreadsheet would take for a formula is given a leading apostrophe. */
export function csv(columns, points) {
  const quote = (value) => {
    let text = value === undefined ? '' : String(value);
    if (typeof value === 'string' && /^[=+\-@\t\r]/.test(text)) text = `'${text}`;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const rows = [columns.map((column) => quote(column.key))];
  for (const point of points) rows.push(columns.map((column) => quote(column.value(point))));
  return `${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
}
