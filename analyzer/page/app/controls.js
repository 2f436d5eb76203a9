// What the reader can choose, as ordinary form controls: they work with a keyboard and say their names.
import {element, label} from './format.js';
import {choices} from './model.js';
import {shownRoofs} from './chart.js';
import {colorOf, shapeOf} from './palette.js';

function select(name, text, options, value, onChange) {
  return element('label', {}, `${text} `,
                 element('select', {name, onchange: (event) => onChange(event.target.value)},
                         options.map(([option, shown]) =>
                           element('option', {value: option, selected: option === value}, label(shown, 40)))));
}

function check(name, text, value, onChange) {
  return element('label', {}, element('input', {type: 'checkbox', name, checked: value,
                                                onchange: (event) => onChange(event.target.checked)}), ` ${text}`);
}

/** The form above the chart; `change(part)` merges a part of the state and draws again. */
export function controls(report, state, change) {
  const form = element('form', {class: 'controls', role: 'search', onsubmit: (event) => event.preventDefault()});
  form.append(element('label', {}, 'name ',
    element('input', {type: 'search', name: 'q', value: state.q, placeholder: 'part of a name  ( / )',
                      oninput: (event) => change({q: event.target.value})})));
  const levels = [...report.levels].reverse();
  if (levels.length > 1)
    form.append(select('level', 'at memory level', [['', 'the one that bounds it'], ...levels.map((level) => [level, level]), ['all', 'all levels']],
                       state.level, (level) => change({level})));
  for (const [key, text] of [['bound', 'bound by'], ['category', 'category'], ['dtype', 'number type'], ['step', 'step']]) {
    const values = choices(report.points, key);
    if (values.length > 1)
      form.append(select(key, text, [['', 'any'], ...values.slice(0, 500).map((value) => [value, value])], state[key],
                         (value) => change({[key]: value})));
  }
  form.append(element('label', {}, 'share of time ≥ ',
    element('input', {type: 'number', name: 'share', min: 0, max: 100, step: 0.1, value: state.share,
                      oninput: (event) => change({share: Number(event.target.value) || 0})}), ' %'));
  const keys = [['bound', 'bound'], ['category', 'category'], ['step', 'step']]
    .filter(([key]) => key === 'bound' || choices(report.points, key).length > 1);
  if (keys.length > 1) form.append(select('color', 'colour by', keys, state.color, (color) => change({color})));
  if (report.points.some((point) => point.feed))
    form.append(check('feeds', 'in-feed and out-feed', state.feeds, (feeds) => change({feeds})));
  if (report.lines.some((roof) => roof.limit))
    form.append(check('limits', 'limits by the datasheet', state.limits, (limits) => change({limits})));
  return form;
}

/** Which roofs are drawn, each with a switch, and what colours and shapes mean. */
export function legend(report, state, change) {
  const shown = new Set(shownRoofs(report, state));
  const toggle = (roof) => {
    const names = new Set(state.hidden.split('~').filter(Boolean));
    if (!names.delete(roof.name)) names.add(roof.name);
    change({hidden: [...names].join('~')});
  };
  const values = choices(report.points, state.color).slice(0, 12);
  return element('div', {class: 'legend'},
    element('fieldset', {}, element('legend', {}, 'roofs'),
            report.lines.map((roof) => element('label', {},
              element('input', {type: 'checkbox', 'data-roof': roof.name, checked: shown.has(roof), onchange: () => toggle(roof)}),
              ` ${label(roof.name, 60)}: ${roof.text}${roof.status === 'measured' ? '' : ` (${roof.status})`}` +
              (roof.bound > 0 ? `, bounds ${roof.bound}` : '')))),
    element('fieldset', {}, element('legend', {}, `colour: ${state.color}`),
            values.map((value) => element('span', {class: 'key'},
              element('i', {style: `background:${colorOf(state.color, value, choices(report.points, state.color))}`}),
              label(String(value), 40)))),
    element('fieldset', {}, element('legend', {}, 'shape: memory level'),
            report.levels.map((level) => element('span', {class: 'key'}, `${({circle: '●', rect: '■', triangle: '▲', diamond: '◆', roundRect: '▢'})[shapeOf(level)] ?? '▼'} ${level}`))));
}
