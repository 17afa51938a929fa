import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { superuser, tokenOf } from '../bench/world.ts';
import { loadWorld } from '../demo/world.ts';
import { openBrowserScreen } from './browser-screen.ts';
import { type Job, readyVisits, tenant, today } from './herds.ts';
import { Program, pause } from './program.ts';

type Phase = 'flight' | 'ticker' | 'still';

interface Frames {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly longest: number;
}

async function framesOf(page: Page, phase: Phase): Promise<Frames> {
  const all = await page.evaluate<number[]>(`window.pictures.${phase}`);
  const sorted = all.sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), longest: at(1) };
}

/** What the page really holds, in bytes. */
async function heapOf(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('HeapProfiler.collectGarbage');
  return (await devtools.send('Runtime.getHeapUsage')).usedSize;
}

/** A big screen nobody touches goes round its places in a real browser while visits arrive: it does not grow, says no error and stays live. */
export async function drillTour(ask: { minutes: number; every: number }): Promise<boolean> {
  const settings = databaseSettings('mulian_drill_tour');
  await loadWorld(settings, { size: 'small', today: today(), seed: tenant }, () => {});
  const db = await superuser(settings);
  const database = new Database(appLogin(settings), { max: 2 });
  await registryServer().start?.(database);
  const api = await Program.start('api', { MULIAN_DB: settings.database });
  const worker = await Program.start('worker', { MULIAN_DB: settings.database });
  const url = `http://127.0.0.1:${api.port}`;
  const visits = Math.ceil((ask.minutes * 60) / ask.every);
  const jobs = await readyVisits(db, database, `${url}/api`, { visits, workers: 20, heads: 3 });
  const { browser, page, errors } = await openBrowserScreen(url, await tokenOf(db, 'tl_leader'), true);
  let [refused, unseen] = [0, 0];
  const heaps: number[] = [];
  try {
    await page.evaluate(readFileSync(join(import.meta.dirname, 'frames.js'), 'utf8'));
    const devtools = await page.context().newCDPSession(page);
    const ends = Date.now() + ask.minutes * 60_000;
    const sending = send(jobs, url, ask.every * 1000, () => Date.now() < ends).then((n) => {
      refused = n;
    });
    const places = new Set<string>();
    while (Date.now() < ends) {
      for (let second = 0; second < 60 && Date.now() < ends; second += 5) {
        await pause(5_000);
        places.add((await page.getByTestId('path').textContent()) ?? '');
        if ((await page.getByTestId('lamp').getAttribute('data-state')) !== 'live') unseen += 1;
      }
      heaps.push(await heapOf(devtools));
    }
    await sending;
    await pause(3_000);
    const shown = places.size;
    console.log(`${shown} places visited, ${jobs.length - refused} visits arrived, ${refused} refused`);
    console.log(`heap by the minute, MB: ${heaps.map((one) => (one / 1e6).toFixed(1)).join(' ')}`);
    for (const phase of ['still', 'ticker', 'flight'] as const) {
      const { count, p50, p95, longest } = await framesOf(page, phase);
      console.log(`${phase}: ${count} pictures, each p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms`);
    }
  } finally {
    await browser.close();
    await worker.stop();
    await api.stop();
    await database.close();
    await db.end();
  }
  for (const error of errors.slice(0, 5)) console.log(`console: ${error}`);
  // Half of the run against the other half: one minute may hold what the next lets go.
  const [first, second] = [heaps.slice(1, Math.ceil(heaps.length / 2)), heaps.slice(Math.ceil(heaps.length / 2))];
  const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);
  const growth = mean(second) / mean(first) - 1;
  console.log(`heap grew by ${(growth * 100).toFixed(1)} %, ${errors.length} errors, not live ${unseen} times`);
  return growth < 0.1 && errors.length === 0 && unseen === 0;
}

/** At an even pace; answers how many were refused. */
async function send(jobs: readonly Job[], url: string, gap: number, goesOn: () => boolean): Promise<number> {
  let refused = 0;
  for (const { token, body } of jobs) {
    if (!goesOn()) break;
    const response = await fetch(`${url}/api/ant/visit/add`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, clientType: 'web' }),
    });
    if (((await response.json()) as { code: number }).code !== 200) refused += 1;
    await pause(gap);
  }
  return refused;
}
