// P8 and P9: a sheet of a whole herd with everything that follows from it, against bare SQL that writes every one of the same rows; then thirty-two workers of one county against as many all over.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { appLogin, databaseSettings, superuserLogin } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { registryServer } from '#modules/registry/server/index.ts';
import { loadWorld } from '../../demo/world.ts';
import { type Job, readyVisits, today } from '../../drill/herds.ts';
import { bare, startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { superuser } from '../world.ts';
import { bareScript } from './rows.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    heads: { type: 'string', default: '100' },
    /** Sheets of each turn. */
    visits: { type: 'string', default: '48' },
    rounds: { type: 'string', default: '3' },
    /** Folder for a processor profile of the server. */
    profile: { type: 'string' },
    /** Fails when a budget is not kept. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [heads, visits, rounds] = [values.heads, values.visits, values.rounds].map(Number) as [number, number, number];
const hotCounty = 150521;
const manyClients = 32;
const say = (line: string) => console.error(line);

const settings = databaseSettings('mulian_bench_visits');
await loadWorld(settings, { size: 'small', today: today(), seed: 1505 }, () => {});
const db = await superuser(settings);
const database = new Database(appLogin(settings), { max: 4 });
await registryServer().start?.(database);
const server = await startServer(settings.database, values.profile ?? null);
const url = `http://127.0.0.1:${server.port}/api`;

async function submit(job: Job): Promise<{ id: number; ms: number }> {
  const started = performance.now();
  const response = await fetch(`${url}/ant/visit/add`, {
    method: 'POST',
    headers: { authorization: job.token, 'content-type': 'application/json' },
    body: JSON.stringify({ ...job.body, clientType: 'web' }),
  });
  const answer = (await response.json()) as { code: number; msg: string; data: { id: number } };
  if (answer.code !== 200) throw new Error(`${answer.code} ${answer.msg}`);
  return { id: answer.data.id, ms: performance.now() - started };
}

/** How long the disk takes to promise, in microseconds; for every connection. */
async function commitTakes(micros: number): Promise<void> {
  await db.query(`alter system set commit_siblings = 0`);
  await db.query(`alter system set commit_delay = ${micros}`);
  await db.query('select pg_reload_conf()');
}

/** Sheets a second. */
async function send(jobs: readonly Job[], clients: number): Promise<number> {
  const waiting = [...jobs];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let job = waiting.shift(); job; job = waiting.shift()) await submit(job);
    }),
  );
  return (jobs.length * 1000) / (performance.now() - started);
}

const spread = { heads, workers: manyClients };
const hot = { ...spread, county: hotCounty };
const ready = (ask: typeof spread, count: number) => readyVisits(db, database, url, { ...ask, visits: count });

// The first sheets meet a cold server; the last of them is the one that is looked at.
const [probe, ...warm] = await ready(spread, 17);
await send(warm, 4);
const { script, rows: written, tables } = await bareScript(db, (await submit(probe as Job)).id);
say(`a sheet of ${heads} head writes ${written} rows of ${tables} tables`);

const best = new Map<string, number>();
const keep = (name: string, perSecond: number) => best.set(name, Math.max(best.get(name) ?? 0, perSecond));
const login = superuserLogin(settings, settings.database);
for (let round = 1; round <= rounds; round += 1) {
  for (const clients of [1, 8]) {
    const jobs = await ready(spread, clients === 1 ? visits / 2 : visits);
    keep(`bare ${clients}`, (await bare({ db, login, script, seconds: 4, clients })).perSecond);
    keep(`product ${clients}`, await send(jobs, clients));
  }
  const [all, one] = [await ready(spread, visits * 2), await ready(hot, visits * 2)];
  await commitTakes(2000);
  keep('spread', await send(all, manyClients));
  keep('hot', await send(one, manyClients));
  await commitTakes(0);
  say(`round ${round} of ${rounds}, load ${loadavg()[0]?.toFixed(1)}`);
}
await db.query('alter system reset commit_siblings');
await db.query('alter system reset commit_delay');
await server.stop();
await database.close();
await db.end();

const of = (name: string) => best.get(name) ?? 0;
const figures = Object.fromEntries([...best].map(([name, value]) => [name, Number(value.toFixed(1))]));
const ratios = [
  { id: 'P8', measure: 'sheets a second ÷ bare, 1 client', value: of('product 1') / of('bare 1'), least: 0.5 },
  { id: 'P8', measure: 'sheets a second ÷ bare, 8 clients', value: of('product 8') / of('bare 8'), least: 0.5 },
  { id: 'P9', measure: 'one county ÷ all over, 32 clients', value: of('hot') / of('spread'), least: 0.8 },
].map((one) => ({ ...one, value: Number(one.value.toFixed(3)), kept: one.value >= one.least }));
console.table(figures);
console.table(ratios);
console.log(JSON.stringify({ heads, written, tables, figures, ratios }));
if (values.write)
  writeSection('visits', 'npm run bench -- visits', [
    Object.entries(figures).map(([what, perSecond]) => ({
      [`sheets of ${heads} head, ${written} rows`]: what,
      'per second': perSecond,
    })),
    ratios,
  ]);
if (values.gate && ratios.some((one) => !one.kept)) process.exit(1);
