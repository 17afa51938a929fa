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

/** From the moment it is wanted until the thing one came for can be used. */
async function take(
  { page, devtools }: { page: Page; devtools: CDPSession },
  go: () => Promise<unknown>,
  there: () => Promise<unknown>,
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
  const started = performance.now();
  await Promise.all([go(), there()]);
  const ms = performance.now() - started;
  await page.waitForLoadState('networkidle').catch(() => {});
  devtools.off('Network.requestWillBeSent', asked);
  devtools.off('Network.loadingFinished', came);
  return { ms, requests, kilobytes: bytes / 1024 };
}

const row = (page: Page) => page.locator('.ant-table-row').first().waitFor({ timeout: 60_000 });

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
  const before = await context.newPage();
  await before.goto('/#/pri/animal/info');
  await row(before);
  // Ready once all it keeps has come.
  await before.evaluate('navigator.serviceWorker.ready.then(() => true)');
  await before.close();
  const app = await open(context);
  const taken = await take(
    app,
    () => app.page.goto('/#/pri/animal/info'),
    () => row(app.page),
  );
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
  const door = await open(context);
  const username = () => door.page.getByLabel('用户名或手机号').fill('someone', { timeout: 60_000 });
  keep('login page, first time', await take(door, () => door.page.goto('/#/tonglLogin'), username));
  keep('login page, again', await take(door, () => door.page.reload(), username));
  // Somebody who has been shown around.
  await context.addInitScript(
    `sessionStorage.setItem('access_token', ${JSON.stringify(token)}); localStorage.setItem('tour-seen', '*')`,
  );
  const desktop = await open(context);
  const home = () => desktop.page.getByRole('tablist', { name: '页签' }).waitFor({ timeout: 60_000 });
  keep('home page, first time', await take(desktop, () => desktop.page.goto('/#/ant/home/index'), home));
  keep('home page, again', await take(desktop, () => desktop.page.reload(), home));
  const list = (path: string) => () => desktop.page.evaluate(`location.assign("#${path}")`);
  keep('a list, first time', await take(desktop, list('/pri/animal/info'), () => row(desktop.page)));
  keep(
    'a list, again with the whole page',
    await take(
      desktop,
      () => desktop.page.reload(),
      () => row(desktop.page),
    ),
  );
  const tab = (name: string) => desktop.page.getByRole('tab', { name }).first();
  await list('/pri/principal/info')();
  await row(desktop.page);
  const seen = () => desktop.page.locator('.ant-table-thead:visible', { hasText: '耳标' }).first().waitFor();
  keep('from one tab to another', await take(desktop, () => tab('畜只档案').click(), seen));
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
