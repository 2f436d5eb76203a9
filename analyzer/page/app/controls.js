// What the reader can choose, as ordinary form controls: they work with a keyboard and say their names.
import {counted, element, label} from './format.js';
import {choices, EVERY_STEP, levelTitle, pool} from './model.js';
import {shownRoofs} from './chart.js';
import {roofText} from './lines.js';
import {keyValues} from './keys.js';
import {boundColor, colorOf, shapeOf} from './palette.js';

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
    form.append(select('level', 'at memory level', [['', 'that bounds it, or is nearest to'], ...levels.map((level) => [level, levelTitle(report, level)]), ['all', 'all levels']],
                       state.level, (level) => change({level})));
  if (report.steps.length > 0 && (report.step_points.length > 0 || report.steps.length > 1))
    form.append(select('step', 'step',
                       [...(report.step_points.length > 0 ? [['', 'the whole profile'], [EVERY_STEP, 'each step']] : [['', 'any']]),
                        ...report.steps.slice(0, 500).map((step) => [step, step])],
                       state.step, (step) => change({step})));
  for (const [key, text] of [['bound', 'bound by'], ['category', 'category'], ['dtype', 'number type']]) {
    const values = choices(report.all, key);
    if (values.length > 1)
      form.append(select(key, text, [['', 'any'], ...values.slice(0, 500).map((value) => [value, value])], state[key],
                         (value) => change({[key]: value})));
  }
  form.append(element('label', {}, 'share of time ≥ ',
    element('input', {type: 'number', name: 'share', min: 0, max: 100, step: 0.1, value: state.share,
                      oninput: (event) => change({share: Number(event.target.value) || 0})}), ' %'));
  form.append(element('label', {}, 'only the longest ',
    element('input', {type: 'number', name: 'top', min: 0, step: 1, value: state.top || '', placeholder: 'all',
                      oninput: (event) => change({top: Math.max(0, Math.floor(Number(event.target.value)) || 0)})})));
  const keys = [['bound', 'bound'], ['category', 'category'], ['step', 'step']]
    .filter(([key]) => key === 'bound' || choices(report.all, key).length > 1);
  // The whole profile's points have no step to be coloured by: then those of each step are meant.
  const colour = (color) => {
    const steps = color === 'step' && report.step_points.length > 0 && form.elements.step.value === '';
    if (steps) form.elements.step.value = EVERY_STEP;
    change(steps ? {color, step: EVERY_STEP} : {color});
  };
  if (keys.length > 1) form.append(select('color', 'colour by', keys, state.color, colour));
  if (report.points.some((point) => point.feed))
    form.append(check('feeds', 'in-feed and out-feed', state.feeds, (feeds) => change({feeds})));
  if (report.lines.some((roof) => roof.limit))
    form.append(check('limits', 'limits by the datasheet', state.limits, (limits) => change({limits})));
  form.append(check('columns', 'all columns of the table', state.columns, (columns) => change({columns})));
  return form;
}

/** Which parts of the profile the first chart and table show. */
export function programControls(report, state, change) {
  const parts = choices(report.program, 'part');
  return parts.length < 2 ? [] :
    [element('form', {class: 'controls', onsubmit: (event) => event.preventDefault()},
             select('part', 'show', [['', 'the whole profile and its steps'], ...parts.map((part) => [part, part])],
                    state.part, (part) => change({part})))];
}

/** What colours and shapes mean. */
export function keys(report, points, color) {
  const {values, shown} = keyValues(points, color);
  return [
    element('fieldset', {}, element('legend', {}, `colour: ${color}`),
            shown.map((value) => element('span', {class: 'key'},
              element('i', {style: `background:${colorOf(report, color, value, values)}`}), label(String(value), 40))),
            values.length > shown.length ? ` of ${values.length}` : ''),
    report.levels.length === 0 ? null : element('fieldset', {}, element('legend', {}, 'shape: memory level'),
            report.levels.map((level) => element('span', {class: 'key'},
              element('b', {style: `color:${boundColor(report, level)}`}, shapeOf(report, level).sign), ` ${levelTitle(report, level)}`))),
    points.some((point) => point.status === 'above_roof')
      ? element('span', {class: 'key error'}, 'red rim: above its roof, an error') : null];
}

/** Which roofs are drawn, each with a switch, and what colours and shapes mean. */
export function legend(report, state, change) {
  const shown = new Set(shownRoofs(report, state));
  const toggle = (roof) => {
    const names = new Set(state.hidden.split('~').filter(Boolean));
    if (!names.delete(roof.name)) names.add(roof.name);
    change({hidden: [...names].join('~')});
  };
  const line = (roof) => element('label', {},
    element('input', {type: 'checkbox', 'data-roof': roof.name, checked: shown.has(roof), onchange: () => toggle(roof)}),
    ` ${roofText(roof, 60)}` +
    (roof.bound > 0 ? `, bounds ${roof.bound}` : ''));
  const others = report.lines.filter((roof) => roof.other);
  return element('div', {class: 'legend'},
    report.lines.length > 0
      ? element('fieldset', {}, element('legend', {}, 'roofs'), report.lines.filter((roof) => !roof.other).map(line)) : null,
    others.length > 0
      ? element('details', {open: others.some((roof) => shown.has(roof))},
                element('summary', {}, `${counted(others.length, 'roof')} of this machine that no point stands under`),
                element('fieldset', {}, others.map(line))) : null,
    state.limits ? element('span', {class: 'key'}, 'thin dots: the limit by the datasheet') : null,
    keys(report, pool(report, state), state.color));
}
