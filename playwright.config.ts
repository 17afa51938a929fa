import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const windowless = '/usr/bin/chromium-headless-shell';
const baseURL = process.env.MULIAN_URL ?? 'http://127.0.0.1:7300';

/** Journeys against the real product: `npm run demo`, `npm start`, then `npm run e2e`. */
export default defineConfig({
  testDir: 'e2e',
  // Far above what any journey takes alone: the two cores are shared with everything else.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // One user may hold three sessions: journeys side by side would log each other out.
  workers: 1,
  // Two more tries where a journey met a stall of the shared cores; the report names it as flaky.
  retries: process.env.CI ? 2 : 0,
  reporter: 'list',
  // What the demo tells is looked at before the journeys go on writing in it.
  projects: [
    { name: 'stories', testMatch: 'stories.spec.ts' },
    { name: 'journeys', testIgnore: 'stories.spec.ts' },
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
    // What cannot be clicked by then never will be: the next try is worth more than the wait.
    actionTimeout: 45_000,
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
