// Names, shapes and colours of the charts. page_test.mjs runs it.
import {test} from 'node:test';
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {folder, open} from './open.mjs';

const named = (page) => page.evaluate(() => mansard.option().series.find((s) => s.name === 'names').data
  .map((one) => one.label.formatter()));

test('the longest points have names, without what all names end with', async () => {
  const page = await open('named.html');
  const names = await named(page);
  assert.ok(names.includes('matmul_of_a_long_name/n:792…'), names.join());
  assert.ok(names.every((name) => !name.includes('real_')), names.join());
  const many = await open('thousand.html');
  const counts = (await named(many)).map((text) => text.split(', ').length + Number(text.match(/ and (\d+) more$/)?.[1] ?? 0));
  assert.equal(counts.reduce((sum, one) => sum + one, 0), 12, 'dots in one place share a label');
  await many.close();
  await page.close();
});

test('a level looks alike in both charts and in the picture', async () => {
  const page = await open('named.html');
  const svg = readFileSync(`${folder}/named.svg`, 'utf8');
  const looks = await page.evaluate(() => {
    const dots = (option) => option.series.flatMap((s) => (s.data ?? []).filter((one) => one.point)
      .map((one) => ({bound: one.point().bound, symbol: s.symbol, level: one.level, color: one.itemStyle.color,
                      intensity: one.value[0], name: one.point().name})));
    return [dots(mansard.option()), dots(mansard.programOption())];
  });
  const [points, program] = looks;
  const dram = points.find((one) => one.bound === 'DRAM'), compute = points.find((one) => one.bound === 'compute');
  assert.deepEqual([dram.symbol, dram.color], ['diamond', '#d55e00']);
  assert.equal(compute.color, '#1a1a1a');
  for (const whole of program)
    for (const one of points) if (one.bound === whole.bound) assert.equal(whole.color, one.color);
  // The picture's markers say where they stand: the filled one is the page's.
  for (const one of [dram, compute]) {
    const marker = svg.split('\n').find((line) => line.includes(`${one.name}: `) && line.includes(`fill="${one.color}"`));
    assert.ok(marker, `${one.name} has another colour in the picture`);
    const [, intensity, level] = marker.match(/at ([\d.]+) FLOP\/B of (\w+)/);
    assert.equal(level, one.level);
    assert.ok(Math.abs(one.intensity / Number(intensity) - 1) < 0.01, `${one.name}: ${one.intensity} and ${intensity}`);
  }
  await page.close();
});

test('names of roofs say what is wrong with them, and none lies on another', async () => {
  const page = await open('named.html');
  const labels = await page.evaluate(() => mansard.option().series.filter((s) => s.type === 'line')
    .flatMap((s) => s.data.filter((one) => one.label)
      .map(({value, label}) => ({text: label.formatter, at: mansard.place(...value), degrees: label.rotate}))));
  assert.ok(labels.some(({text}) => /^DRAM .*\(suspect\)$/.test(text)), labels.map(({text}) => text).join());
  const slanted = labels.filter(({degrees}) => degrees > 1);
  assert.ok(slanted.length >= 2);
  for (const a of slanted)
    for (const b of slanted) {
      if (a === b) continue;
      // Across the direction in which both run, or one after the other.
      const angle = a.degrees * Math.PI / 180, [dx, dy] = [b.at[0] - a.at[0], a.at[1] - b.at[1]];
      const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
      const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
      assert.ok(across > 11 || along > 100, `${a.text} lies on ${b.text}`);
    }
  await page.close();
});
