// What a reader takes along: pictures, tables, paper. page_test.mjs runs it.
import {test} from 'node:test';
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';

import {open} from './open.mjs';

test('charts are not wider than the paper', async () => {
  const page = await open('thousand.html');
  await page.emulateMedia({media: 'print'});
  await page.setViewportSize({width: 700, height: 900});
  for (const chart of ['#program-chart', '#ops-chart'])
    assert.ok(await page.evaluate((where) =>
      document.querySelector(`${where} canvas`).getBoundingClientRect().right <= innerWidth, chart), chart);
  await page.close();
});

test('exports and print are for white paper, whatever the screen', async () => {
  const page = await open('one.html', {colorScheme: 'dark'});
  const inks = () => page.evaluate(() => mansard.option().xAxis.axisLabel.color);
  const dark = await inks();
  const waiting = page.waitForEvent('download');
  await page.locator('#tools').getByRole('button', {name: 'SVG', exact: true}).click();
  const svg = readFileSync(await (await waiting).path(), 'utf8');
  assert.ok(!svg.includes(dark) && svg.includes('#1a1a1a'));
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  assert.equal(await inks(), '#1a1a1a');
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await inks(), dark);
  await page.close();
});

test('charts and tables can be taken along', async () => {
  const page = await open('thousand.html');
  for (const [name, start] of [['PNG', '\x89PNG'], ['SVG', '<svg'], ['CSV', 'name,']]) {
    const waiting = page.waitForEvent('download');
    await page.locator('#tools').getByRole('button', {name, exact: true}).click();
    const text = readFileSync(await (await waiting).path(), 'latin1');
    assert.ok(text.startsWith(start), `${name} begins with ${text.slice(0, 10)}`);
    if (name === 'SVG') assert.ok(text.includes('shape, memory level'), 'a picture on its own has its key');
    if (name === 'CSV') assert.equal(text.trim().split('\r\n').length, 1001);
  }
  await page.close();
});

test('every number can be a column, and is one in CSV', async () => {
  const page = await open('thousand.html');
  const headings = () => page.locator('#ops-table thead th').allTextContents();
  assert.ok(!(await headings()).includes('DRAM B/s'));
  await page.locator('input[name=columns]').check();
  for (const wanted of ['with all longer', 'one call', 'f64 FLOP', 'DRAM B', 'DRAM B/s', 'threads'])
    assert.ok((await headings()).includes(wanted), `${wanted} is missing: ${await headings()}`);
  assert.match(page.url(), /columns=1/);
  await page.locator('input[name=columns]').uncheck();
  const waiting = page.waitForEvent('download');
  await page.locator('#tools').getByRole('button', {name: 'CSV'}).click();
  const head = readFileSync(await (await waiting).path(), 'utf8').split('\r\n')[0].split(',');
  for (const wanted of ['cumulative_share', 'seconds_per_call', 'flops_f64', 'bytes_DRAM', 'bandwidth_DRAM', 'bandwidth_utilization_DRAM'])
    assert.ok(head.includes(wanted), `${wanted} is missing: ${head}`);
  await page.close();
});

test('the whole profile and its steps sort and can be taken along, too', async () => {
  const page = await open('steps.html');
  const first = () => page.locator('#program-table tbody tr').first().textContent();
  await page.locator('#program-table th button', {hasText: 'time'}).click();
  await page.locator('#program-table th button', {hasText: 'time'}).click();
  assert.match(await first(), /1 ms/);
  assert.match(page.url(), /order=seconds/);
  for (const [name, start] of [['PNG', '\x89PNG'], ['SVG', '<svg'], ['CSV', 'name,']]) {
    const waiting = page.waitForEvent('download');
    await page.locator('#program-tools').getByRole('button', {name, exact: true}).click();
    const text = readFileSync(await (await waiting).path(), 'latin1');
    assert.ok(text.startsWith(start), `${name} begins with ${text.slice(0, 10)}`);
  }
  await page.close();
});
