import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const windowless = '/usr/bin/chromium-headless-shell';
const listed = (value: string | undefined) => value?.split(' ').filter(Boolean) ?? [];

/**
 * One product per worker, each on a database of its own: a user may hold three sessions, so journeys side by side in one
 * world would log each other out. `MULIAN_URLS` and `MULIAN_DBS` list them in the same order; by default there is one.
 */
const urls = listed(process.env.MULIAN_URLS ?? process.env.MULIAN_URL ?? 'http://127.0.0.1:7300');
const databases = listed(process.env.MULIAN_DBS);
// Workers load this file too, and know their index by then.
const index = Number(process.env.TEST_PARALLEL_INDEX ?? 0);
const baseURL = urls[index] ?? '';
// For the programs a journey starts itself.
if (databases[index]) process.env.MULIAN_DB = databases[index];

/** Journeys against the real product: `npm run demo`, `npm start`, then `npm run e2e`. */
export default defineConfig({
  testDir: 'e2e',
  // Far above what any journey takes alone: a busy machine makes journeys slower, not red.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  workers: urls.length,
  // Two more tries where a journey met a stall of the shared cores; the report names it as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: 'list',
  // Stories are told by the demo as it was loaded: with several workers, run this project by itself first.
  projects: [
    { name: 'stories', testMatch: ['stories.spec.ts', 'one-life.spec.ts'] },
    { name: 'journeys', testIgnore: ['stories.spec.ts', 'one-life.spec.ts', 'menus.spec.ts'] },
    // Every entry of every role's menu: an hour, and therefore only where it is asked for.
    ...(process.env.MULIAN_LANGUAGES ? [{ name: 'menus', testMatch: 'menus.spec.ts' }] : []),
  ],
  use: {
    baseURL,
    // The guided tour comes by itself to whoever has not seen it: only its own journey has not.
    storageState: {
      cookies: [],
      origins: [{ origin: new URL(baseURL).origin, localStorage: [{ name: 'tour-seen', value: '*' }] }],
    },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // The processor draws every frame of what moves.
    contextOptions: { reducedMotion: 'reduce' },
    // What cannot be clicked by then never will be: the next try is worth more than the wait.
    actionTimeout: 60_000,
    // Only of the second try: writing one for every journey costs a third of the time.
    trace: 'on-first-retry',
    // It fetches all it keeps for every new window: the journey without a network and the walk through all screens have it.
    serviceWorkers: 'block',
    launchOptions: {
      // The one without a window around its pages, where it is there: nobody looks at that window.
      executablePath: existsSync(windowless) ? windowless : '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        // The processor plays the graphics card for maps and charts; pages it draws in half the time as itself.
        '--use-angle=swiftshader',
        '--enable-unsafe-swiftshader',
        '--disable-gpu-compositing',
        '--disable-gpu-rasterization',
      ],
    },
  },
});
