// The map of principals in a browser: how long the page ever stops answering while it is moved and zoomed.
import { parseArgs } from 'node:util';
import { chromium, type Page } from '@playwright/test';
import { databaseSettings } from '#db/settings.ts';
import { startServer } from './measure.ts';
import { openBenchWorld, placeHouseholds, tokenOf } from './world.ts';

/** Runs in the page: tasks that held it up for longer than 50 ms, and the time between its frames. */
const watching = `
  globalThis.seen = { tasks: [], frames: [] };
  new PerformanceObserver((list) => seen.tasks.push(...list.getEntries().map((one) => one.duration))).observe({ type: 'longtask' });
  let last = performance.now();
  const frame = (now) => { seen.frames.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
`;

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '300000' },
    fresh: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '3' },
    /** Fails when the page stops for longer than this many milliseconds. */
    most: { type: 'string', default: '200' },
    gate: { type: 'boolean', default: false },
    picture: { type: 'string' },
  },
});

const settings = databaseSettings('mulian_bench');
const db = await openBenchWorld(settings, Number(values.rows), values.fresh, (line) => console.error(line));
await placeHouseholds(db);
const server = await startServer(settings.database, null);
const token = await tokenOf(db, 'tl_region');
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
const page = await browser.newPage({
  baseURL: `http://127.0.0.1:${server.port}`,
  viewport: { width: 1366, height: 900 },
});

const calls: { ms: number; clusters: number; total: number }[] = [];
const begun = new Map<object, number>();
page.on('request', (request) => begun.set(request, performance.now()));
page.on('response', async (response) => {
  if (!response.url().includes('/pri/principal/info/map')) return;
  const ms = performance.now() - (begun.get(response.request()) ?? 0);
  const { data } = await response.json().catch(() => ({ data: null }));
  if (data) calls.push({ ms, clusters: data.clusters.length, total: data.whole?.total ?? 0 });
});

await page.addInitScript({ content: watching });
await page.goto('/logo.svg');
await page.evaluate((value) => sessionStorage.setItem('access_token', value), token);
await page.goto('/#/pri/principal/info?map=1');
await page.locator('[data-map=ready] canvas').waitFor({ timeout: 60_000 });
await page.waitForTimeout(3000);

type Seen = { tasks: number[]; frames: number[] };
const take = () =>
  page.evaluate(() => {
    const { seen } = globalThis as unknown as { seen: Seen };
    return { tasks: seen.tasks.splice(0), frames: seen.frames.splice(0) };
  });
const opening = await take();
await walk(page, Number(values.rounds));
const moving = await take();
if (values.picture) await page.screenshot({ path: values.picture });

const longest = (some: readonly number[]) => Math.round(Math.max(0, ...some));
const at = (some: number[], share: number) =>
  Math.round(some.toSorted((a, b) => a - b)[Math.floor(some.length * share)] ?? 0);
const times = calls.map((one) => one.ms);
const figures = {
  principals: Math.max(0, ...calls.map((one) => one.total)),
  'long tasks while opening': opening.tasks.length,
  'longest while opening, ms': longest(opening.tasks),
  'long tasks while moving': moving.tasks.length,
  'longest while moving, ms': longest(moving.tasks),
  'frames, p50 ms': at(moving.frames, 0.5),
  'frames, p99 ms': at(moving.frames, 0.99),
  'map calls': calls.length,
  'map call, p50 ms': at(times, 0.5),
  'map call, p95 ms': at(times, 0.95),
  'most clusters': Math.max(0, ...calls.map((one) => one.clusters)),
};
console.table(figures);
console.log(JSON.stringify(figures));
await browser.close();
await server.stop();
await db.end();
if (values.gate && figures['longest while moving, ms'] > Number(values.most)) process.exitCode = 1;

/** Drags, wheels, keys and clicks, in and out again, with time to answer between them. */
async function walk(on: Page, rounds: number): Promise<void> {
  const box = await on.locator('[data-map] canvas').boundingBox();
  if (!box) throw new Error('no map');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let round = 0; round < rounds; round += 1) {
    for (const [dx, dy] of [
      [-180, 60],
      [140, -90],
      [60, 120],
      [-20, -90],
    ] as const) {
      await on.mouse.move(x, y);
      await on.mouse.down();
      await on.mouse.move(x + dx, y + dy, { steps: 25 });
      await on.mouse.up();
      await on.waitForTimeout(350);
    }
    for (const way of [-120, 120]) {
      for (let turn = 0; turn < 24; turn += 1) {
        await on.mouse.wheel(0, way);
        await on.waitForTimeout(turn % 6 === 5 ? 450 : 40);
      }
    }
    await on.locator('[data-map] canvas').focus();
    for (const key of ['ArrowLeft', 'ArrowUp', '+', '+', 'ArrowRight', '-', '-', '0']) {
      await on.keyboard.press(key);
      await on.waitForTimeout(300);
    }
  }
}
