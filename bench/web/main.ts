// W1 by the clock: the door, the home page and a list in Chromium on a processor slowed four times; what was asked for and how much came over the line.
import { parseArgs } from 'node:util';
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test';
import { databaseSettings } from '#db/settings.ts';
import { ensureWeb } from '#tools/web-build.ts';
import { loadWorld } from '../../demo/world.ts';
import { today } from '../../drill/herds.ts';
import { startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { superuser, tokenOf } from '../world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    rounds: { type: 'string', default: '3' },
    slower: { type: 'string', default: '4' },
    /** A demo world that is there and may be spoilt, instead of loading one. */
    world: { type: 'string' },
    write: { type: 'boolean', default: false },
  },
});
const slower = Number(values.slower);

interface Taken {
  readonly ms: number;
  readonly requests: number;
  readonly kilobytes: number;
}

ensureWeb();
const settings = databaseSettings(values.world ?? 'mulian_bench_web');
if (!values.world) await loadWorld(settings, { size: 'small', today: today(), seed: 1505 }, () => {});
const db = await superuser(settings);
const server = await startServer(settings.database, null);
const token = await tokenOf(db, 'tl_region');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });

async function open(context: BrowserContext): Promise<{ page: Page; devtools: CDPSession }> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower });
  return { page, devtools };
}

/**
 * Tells, by the page's own clock, when something had been drawn that one came for. Playwright's waiting is a program of its own on the
 * slowed thread: with it a list took twice as long.
 */
const watching = `window.drawn = ([selector, text]) => new Promise((done) => {
  const look = () => {
    const isThere = [...document.querySelectorAll(selector)].some((one) => one.checkVisibility() && one.textContent.includes(text));
    requestAnimationFrame(isThere ? () => setTimeout(() => done(performance.now())) : look);
  };
  look();
});`;
type Thing = readonly [selector: string, text: string];
const drawn = (page: Page, what: Thing) => page.evaluate<number>(`drawn(${JSON.stringify(what)})`);

/** From the moment it is wanted until the thing one came for has been drawn: `go` answers how many milliseconds that took. */
async function take(
  { page, devtools }: { page: Page; devtools: CDPSession },
  go: () => Promise<number>,
): Promise<Taken> {
  let [requests, bytes] = [0, 0];
  const asked = () => {
    requests += 1;
  };
  const came = ({ encodedDataLength }: { encodedDataLength: number }) => {
    bytes += encodedDataLength;
  };
  devtools.on('Network.requestWillBeSent', asked);
  devtools.on('Network.loadingFinished', came);
  const ms = await go();
  // What waits for the page comes now, and not in the middle of what is measured next.
  await page.waitForTimeout(rest);
  devtools.off('Network.requestWillBeSent', asked);
  devtools.off('Network.loadingFinished', came);
  return { ms, requests, kilobytes: bytes / 1024 };
}

const rest = 4_000;
const fresh = (page: Page, address: string, what: Thing) => async () => {
  await page.goto(address, { waitUntil: 'commit' });
  return drawn(page, what);
};
const again = (page: Page, what: Thing) => async () => {
  await page.reload({ waitUntil: 'commit' });
  return drawn(page, what);
};
/** Inside the program, as a menu or a tab leads on. */
const on = (page: Page, act: string, what: Thing) => () =>
  page.evaluate<number>(
    `(async () => { const began = performance.now(); ${act}; return (await drawn(${JSON.stringify(what)})) - began; })()`,
  );
const row: Thing = ['.ant-table-row', ''];

/** As an installed app starts: a new window whose files the service worker has kept. */
async function startApp(): Promise<Taken> {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${server.port}`,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
  });
  await context.addInitScript(
    `sessionStorage.setItem('access_token', ${JSON.stringify(token)}); localStorage.setItem('tour-seen', '*')`,
  );
  await context.addInitScript(watching);
  const before = await context.newPage();
  await before.goto('/#/pri/animal/info');
  await drawn(before, row);
  // Ready once all it keeps has come.
  await before.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await before.close();
  const app = await open(context);
  const taken = await take(app, fresh(app.page, '/#/pri/animal/info', row));
  await context.close();
  return taken;
}

const all = new Map<string, Taken[]>();
const keep = (name: string, taken: Taken) => all.set(name, [...(all.get(name) ?? []), taken]);
for (let round = 1; round <= Number(values.rounds); round += 1) {
  const context = await browser.newContext({
    baseURL: `http://127.0.0.1:${server.port}`,
    locale: 'zh-CN',
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
  });
  await context.addInitScript(watching);
  const door = await open(context);
  const username: Thing = ['input[autocomplete="username"]:not([hidden])', ''];
  keep('login page, first time', await take(door, fresh(door.page, '/#/tonglLogin', username)));
  keep('login page, again', await take(door, again(door.page, username)));
  // Somebody who has been shown around.
  await context.addInitScript(
    `sessionStorage.setItem('access_token', ${JSON.stringify(token)}); localStorage.setItem('tour-seen', '*')`,
  );
  const desktop = await open(context);
  const tabs: Thing = ['[role="tablist"][aria-label="页签"]', ''];
  keep('home page, first time', await take(desktop, fresh(desktop.page, '/#/ant/home/index', tabs)));
  keep('home page, again', await take(desktop, again(desktop.page, tabs)));
  keep('a list, first time', await take(desktop, on(desktop.page, "location.assign('#/pri/animal/info')", row)));
  keep('a list, again with the whole page', await take(desktop, again(desktop.page, row)));
  await on(desktop.page, "location.assign('#/pri/principal/info')", ['.ant-table-thead', '联系电话'])();
  await desktop.page.waitForTimeout(rest);
  const back = `document.querySelector('[role="tablist"] [data-key^="/pri/animal/info"] [role="tab"]').click()`;
  keep('from one tab to another', await take(desktop, on(desktop.page, back, ['.ant-table-thead', '耳标'])));
  await context.close();
  keep('a list, started as an app', await startApp());
  console.error(`round ${round} of ${values.rounds}`);
}
await browser.close();
await server.stop();
await db.end();

const middle = (list: readonly number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)] ?? 0;
const table = [...all].map(([what, taken]) => ({
  what,
  ms: Math.round(middle(taken.map((one) => one.ms))),
  requests: middle(taken.map((one) => one.requests)),
  kilobytes: Math.round(middle(taken.map((one) => one.kilobytes))),
}));
console.table(table);
console.log(JSON.stringify({ slower, table }));
if (values.write) writeSection('web', `npm run bench -- web --slower ${slower}`, [table]);
process.exit(0);
