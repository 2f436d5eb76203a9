// A page in the browser, as the tests open it.
import {after, before} from 'node:test';
import {pathToFileURL} from 'node:url';
import {chromium} from 'playwright-core';

const [executablePath, given] = process.argv.slice(2);
/** Where the pages are. */
export const folder = given;
let browser;

before(async () => {
  browser = await chromium.launch({executablePath, args: ['--no-sandbox']});
});
after(() => browser.close());

/** Opens a page; every message of the console that is an error, every exception and every request is kept. */
export async function open(name, options = {}) {
  const page = await browser.newPage({viewport: {width: 1280, height: 900}, ...options});
  page.faults = [];
  page.requests = [];
  page.on('pageerror', (error) => page.faults.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && page.faults.push(message.text()));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(pathToFileURL(`${folder}/${name}`).href + (options.hash ?? ''));
  await page.waitForSelector('body[data-drawn]', {timeout: 30000});
  return page;
}

export const rows = (page) => page.locator('#ops-table tbody tr');
export const count = (page) => page.locator('#count').textContent();

/** Pixels of the chart that are neither its ground nor transparent, as a share. */
export async function ink(page, selector) {
  return page.evaluate((where) => {
    const canvas = document.querySelector(`${where} canvas`);
    const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let drawn = 0;
    for (let i = 3; i < data.length; i += 4) drawn += data[i] > 40;
    return drawn / (data.length / 4);
  }, selector);
}
