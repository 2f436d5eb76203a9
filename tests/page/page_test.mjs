// The interactive page in a real browser: node page_test.mjs CHROMIUM FOLDER, where FOLDER holds the pages that
// the program wrote: one.html, thousand.html, many.html, steps.html, twenty_steps.html,
// beyond.html, hostile.html.
import {test} from 'node:test';
import assert from 'node:assert/strict';
import {statSync} from 'node:fs';

import {count, folder, ink, open, rows} from './open.mjs';
import './names_test.mjs';
import './take_along_test.mjs';

test('a page of a thousand points is small, whole and asks for nothing', async () => {
  assert.ok(statSync(`${folder}/thousand.html`).size <= 2e6);
  const page = await open('thousand.html');
  assert.deepEqual(page.faults, []);
  assert.equal(page.requests.length, 1, page.requests.join(' '));
  assert.match(await count(page), /^1000 of 1000 points/);
  assert.ok(await ink(page, '#ops-chart') > 0.01, 'the chart is blank');
  await page.close();
});

test('one point is drawn under its roofs', async () => {
  const page = await open('one.html');
  assert.deepEqual(page.faults, []);
  assert.equal(await rows(page).count(), 1);
  assert.ok(await ink(page, '#ops-chart') > 0.003);
  await page.close();
});

test('twenty thousand points open', async () => {
  const page = await open('many.html');
  assert.deepEqual(page.faults, []);
  assert.match(await count(page), /^20000 of 20000 points/);
  assert.equal(await rows(page).count(), 100, 'a table of all would take seconds');
  await page.getByText('show more').click();
  assert.equal(await rows(page).count(), 600);
  await page.close();
});

test('hovering shows every number, clicking pins the point', async () => {
  const page = await open('one.html');
  const [x, y] = await page.evaluate(() => {
    const point = mansard.report.points[0];
    return mansard.place(point.intensity[point.bound] ?? point.intensity.DRAM, point.rate);
  });
  await page.locator('#ops-chart').scrollIntoViewIfNeeded();
  const box = await page.locator('#ops-chart').boundingBox();
  await page.mouse.move(box.x + x - 3, box.y + y);
  await page.mouse.move(box.x + x, box.y + y);
  const tip = page.locator('.tip');
  await tip.waitFor();
  for (const word of ['time', 'calls', 'rate', 'DRAM', 'bound', 'attainable', 'efficiency', 'headroom'])
    assert.ok((await tip.textContent()).includes(word), `${word} is missing`);
  await page.mouse.click(box.x + x, box.y + y);
  await page.locator('.pin h3').waitFor();
  assert.match(page.url(), /pin=0/);
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.pin').count(), 0);
  await page.close();
});

test('filters act on chart and table, and stand in the address', async () => {
  const page = await open('thousand.html');
  await page.fill('input[name=q]', 'kernel_7');
  const shown = await page.evaluate(() => mansard.visible().length);
  assert.ok(shown > 0 && shown < 1000);
  assert.ok((await count(page)).startsWith(`${shown} of 1000`));
  const drawn = await page.evaluate(() => mansard.option().series.reduce((n, s) => n + s.data.filter((one) => one.point).length, 0));
  assert.ok(drawn <= shown && drawn > 0);
  assert.match(page.url(), /q=kernel_7/);
  await page.fill('input[name=q]', 'no such name');
  assert.match(await page.evaluate(() => mansard.option().title.text), /No point is left/, 'an empty chart says why');
  await page.fill('input[name=q]', 'kernel_7');
  const again = await open('thousand.html', {hash: '#q=kernel_7&sort=name'});
  assert.equal(await again.evaluate(() => mansard.visible().length), shown);
  const names = await rows(again).locator('th').allTextContents();
  assert.deepEqual(names, names.slice().sort((a, b) => a.localeCompare(b)));
  await again.close();
  await page.locator('#tools').getByRole('button', {name: 'reset'}).click();
  assert.match(await count(page), /^1000 of 1000/);
  const bound = page.locator('select[name=bound]');
  await bound.selectOption('DRAM');
  assert.ok(await page.evaluate(() => mansard.visible().every((p) => p.bound === 'DRAM')));
  await page.close();
});

test('a filter that nothing passes is left out of what the address asks for', async () => {
  const page = await open('thousand.html', {hash: '#bound=zzz&category=gemm'});
  assert.equal(await page.evaluate(() => mansard.visible().every((point) => point.category === 'gemm')), true);
  assert.ok(await page.evaluate(() => mansard.visible().length) > 0);
  await page.close();
});

test('levels, roofs and limits can be switched', async () => {
  const page = await open('thousand.html');
  const series = () => page.evaluate(() => mansard.option().series.map((s) => s.name));
  await page.locator('select[name=level]').selectOption('all');
  assert.ok((await series()).includes('L1') && (await series()).includes('DRAM'));
  const first = page.locator('[data-roof]').first();
  const name = await first.getAttribute('data-roof');
  const was = await first.isChecked();
  await first.click();
  assert.equal((await series()).includes(name), !was);
  await page.close();
});

test('limits are drawn on request, and roofs that bound nothing', async () => {
  const page = await open('thousand.html');
  const drawn = (name) => page.evaluate((wanted) => mansard.option().series.filter((s) => s.name === wanted).length, name);
  const limited = await page.evaluate(() => mansard.report.lines.find((roof) => roof.limit && roof.top).name);
  assert.equal(await drawn(limited), 1);
  await page.locator('input[name=limits]').check();
  assert.equal(await drawn(limited), 2, 'the roof as measured, and its limit');
  const other = await page.evaluate(() => mansard.report.lines.find((roof) => roof.other).name);
  assert.equal(await drawn(other), 0);
  await page.locator('.legend details summary').click();
  await page.locator(`[data-roof="${other}"]`).check();
  assert.ok(await drawn(other) >= 1);
  assert.ok(await page.evaluate((name) => mansard.programOption().series.some((s) => s.name === name), other),
            'both charts have the same roofs');
  await page.close();
});

test('the whole profile, its steps and the operations of each can be chosen', async () => {
  const page = await open('steps.html');
  assert.deepEqual(page.faults, []);
  const parts = page.locator('#program-table tbody tr');
  assert.ok(await ink(page, '#program-chart') > 0.003);
  const all = await parts.count();
  assert.ok(all >= 4, 'the whole, the average step, and two steps');
  await page.locator('select[name=part]').selectOption('average step');
  assert.equal(await parts.count(), 1);
  assert.match(page.url(), /part=average\+step/);
  await page.locator('select[name=part]').selectOption('');
  await page.locator('select[name=step]').selectOption('2');
  const steps = () => page.evaluate(() => [...new Set(mansard.visible().map((point) => point.step))]);
  assert.deepEqual(await steps(), ['2']);
  assert.equal(await rows(page).count(), await page.evaluate(() => mansard.visible().length));
  await page.locator('#program-table button', {hasText: 'step 1'}).click();
  assert.deepEqual(await steps(), ['1']);
  assert.match(page.url(), /step=1/);
  assert.equal(await page.locator('select[name=step]').inputValue(), '1');
  await rows(page).locator('[data-pin]').first().click();
  assert.ok((await page.locator('.pin').textContent()).includes('step1'), 'the pinned point is one of the step');
  await page.close();
});

test('steps are told apart by colour', async () => {
  const page = await open('steps.html');
  await page.locator('select[name=color]').selectOption('step');
  assert.equal(await page.locator('select[name=step]').inputValue(), '*');
  const colours = await page.evaluate(() => {
    const found = {};
    for (const series of mansard.option().series)
      for (const one of series.data ?? []) if (one.point) (found[one.point().step] ??= new Set()).add(one.itemStyle.color);
    return Object.values(found).map((set) => [...set].join());
  });
  assert.equal(colours.length, 2);
  assert.notEqual(colours[0], colours[1]);
  const unknown = await open('steps.html', {hash: '#step=99'});
  assert.ok(await rows(unknown).count() > 0, 'a step that is not there is the whole profile');
  await unknown.close();
  await page.close();
});

test('each step cannot be asked for where only points have steps', async () => {
  const page = await open('twenty_steps.html', {hash: '#step=*'});
  assert.equal(await rows(page).count(), 20);
  await page.close();
});

test('many steps are a scale of colours in their order', async () => {
  const page = await open('twenty_steps.html', {hash: '#color=step'});
  const colours = await page.evaluate(() => {
    const found = new Map();
    for (const series of mansard.option().series)
      for (const one of series.data ?? []) if (one.point) found.set(one.point().step, one.itemStyle.color);
    return [...found];
  });
  assert.equal(new Set(colours.map(([, colour]) => colour)).size, 20);
  const keys = page.locator('#legend fieldset', {hasText: 'colour: step'}).locator('.key');
  assert.equal(await keys.first().textContent(), '1');
  assert.equal(await keys.last().textContent(), '20');
  await page.close();
});

test('what is seen stands in the address, and the keyboard moves it', async () => {
  const page = await open('thousand.html');
  const seen = () => new URLSearchParams(new URL(page.url()).hash.slice(1)).get('zoom');
  await page.locator('#tools').getByRole('button', {name: 'zoom in'}).click();
  await page.waitForFunction(() => location.hash.includes('zoom=25-75-25-75'));
  await page.locator('select[name=bound]').selectOption('DRAM');
  assert.equal(await page.evaluate(() => mansard.option().dataZoom[0].start), 25, 'a filter keeps what is seen');
  const again = await open('thousand.html', {hash: new URL(page.url()).hash});
  assert.deepEqual(await again.evaluate(() => mansard.option().dataZoom.map((one) => one.end)), [75, 75]);
  await again.close();
  await page.locator('#ops-chart').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => location.hash.includes('zoom=30-80-25-75'));
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(() => location.hash.includes('zoom=30-80-30-80'));
  await page.keyboard.press('0');
  await page.waitForFunction(() => !location.hash.includes('zoom='));
  assert.equal(seen(), null);
  await page.close();
});

test('tables have the use of every roof beside the efficiency', async () => {
  const page = await open('thousand.html');
  for (const table of ['#ops-table', '#program-table']) {
    const headings = (await page.locator(`${table} thead th`).allTextContents()).map((text) => text.replace(/ [↓↑]$/, ''));
    for (const wanted of ['of the arithmetic roof', 'of the L1 roof', 'of the L2 roof', 'of the DRAM roof', 'efficiency'])
      assert.ok(headings.includes(wanted), `${table} lacks ${wanted}: ${headings}`);
  }
  await page.close();
});

test('a point beyond its roof is marked, for that roof does not bound it', async () => {
  const page = await open('beyond.html');
  const efficiency = (name) => rows(page).filter({hasText: name}).locator('td:has(.bar)').textContent();
  assert.match(await efficiency('memset'), / !$/);
  assert.doesNotMatch(await efficiency('triad'), /!/);
  await page.close();
});

test('feeds can be left out with their time', async () => {
  const page = await open('thousand.html');
  const all = await page.evaluate(() => mansard.visible().length);
  await page.locator('input[name=feeds]').uncheck();
  assert.ok(await page.evaluate(() => mansard.visible().length) < all);
  const [whole, without] = await page.evaluate(() => {
    const time = (points) => points.reduce((sum, point) => sum + point.seconds, 0);
    return [time(mansard.report.points), time(mansard.visible())];
  });
  assert.ok(without < whole);
  const row = page.locator('#program-table tbody tr').first();
  assert.match(await row.textContent(), /^all points without in-feed and out-feed/);
  assert.match(await count(page), /of in-feed and out-feed left out/);
  await page.close();
});

test('the table sorts by its headings with the keyboard', async () => {
  const page = await open('thousand.html');
  const heading = page.locator('#ops-table th button', {hasText: 'efficiency'});
  await heading.focus();
  await page.keyboard.press('Enter');
  const values = await page.evaluate(() => [...document.querySelectorAll('#ops-table tbody tr')].slice(0, 50)
    .map((row) => mansard.report.points[row.querySelector('[data-pin]').dataset.pin].efficiency));
  assert.deepEqual(values, values.slice().sort((a, b) => b - a));
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.name), 'q');
  await page.close();
});

test('only the longest are shown on request', async () => {
  const page = await open('thousand.html');
  await page.fill('input[name=top]', '10');
  const [shown, longest] = await page.evaluate(() => {
    const times = (points) => points.map((point) => point.seconds).sort((a, b) => b - a);
    return [times(mansard.visible()), times(mansard.report.points).slice(0, 10)];
  });
  assert.deepEqual(shown, longest);
  assert.equal(await rows(page).count(), 10);
  assert.match(page.url(), /top=10/);
  await page.fill('input[name=top]', '');
  assert.match(await count(page), /^1000 of 1000/);
  await page.close();
});

test('names are text, whatever they hold', async () => {
  const page = await open('hostile.html');
  assert.deepEqual(page.faults, []);
  await page.locator('#ops-table [data-pin]').first().click();
  assert.equal(await page.evaluate(() => globalThis.hacked), undefined);
  assert.equal(await page.locator('#ops-table img, #ops-table script, .pin img').count(), 0);
  const shown = (await page.locator('#ops-table').textContent());
  assert.ok(shown.includes('<img src=x onerror='), 'the name is shown as it is');
  assert.ok(shown.includes('\\u202e'), 'characters that turn the direction are made visible');
  for (const character of ['\u202e', '\u0000', '\u001b']) assert.ok(!shown.includes(character));
  await page.close();
});

test('dark and light are both legible', async () => {
  for (const colorScheme of ['light', 'dark']) {
    const page = await open('one.html', {colorScheme});
    const [paper, text] = await page.evaluate(() => {
      const style = getComputedStyle(document.body);
      return [style.backgroundColor, style.color].map((c) => c.match(/\d+/g).slice(0, 3).map(Number));
    });
    const light = (c) => (0.2126 * (c[0] / 255) ** 2.2 + 0.7152 * (c[1] / 255) ** 2.2 + 0.0722 * (c[2] / 255) ** 2.2);
    const [high, low] = [light(paper), light(text)].sort((a, b) => b - a);
    assert.ok((high + 0.05) / (low + 0.05) >= 7, `${colorScheme}: contrast ${(high + 0.05) / (low + 0.05)}`);
    await page.close();
  }
});

test('nothing of the page lies over something else', async () => {
  const page = await open('thousand.html');
  const boxes = await page.evaluate(() => ['controls', 'tools', 'count', 'ops-chart', 'legend', 'pinned', 'ops-table']
    .map((id) => document.getElementById(id).getBoundingClientRect()).map((box) => [box.top, box.bottom]));
  for (let i = 1; i < boxes.length; ++i)
    assert.ok(boxes[i][0] >= boxes[i - 1][1] - 1, `part ${i} begins at ${boxes[i][0]}, the one above ends at ${boxes[i - 1][1]}`);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'the page is wider than the window');
  await page.close();
});
