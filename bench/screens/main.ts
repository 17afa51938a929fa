// The big screens at size: every snapshot as the product answers it when nobody asked before, against the bare statements it was heard to send.
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { compose } from '#apps/server/compose.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { Flight } from '#kit/server/db/flight.ts';
import { type Scope, scopeStatement } from '#kit/server/db/scope.ts';
import { screenNames } from '#modules/prevention/contract/screens/screen.ts';
import { forgetSnapshots } from '#modules/prevention/server/screens/snapshots.ts';
import { openHerds, plannedSeason, planSeason, prefecture } from '../prevention/world.ts';
import { writeSection } from '../section.ts';
import { tokenOf } from '../world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    animals: { type: 'string', default: '400000' },
    households: { type: 'string', default: '300000' },
    turns: { type: 'string', default: '20' },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const animals = Number(values.animals);
const turns = Number(values.turns);
const say = (line: string) => console.error(line);
const settings = databaseSettings(`mulian_bench_herds_${animals}`);
const { db, database } = await openHerds(settings, { animals, households: Number(values.households) }, say);
if ((await plannedSeason(db)) === undefined) await planSeason(db, database, say);
await database.close();

const running = await compose({
  login: appLogin(settings),
  root,
  pool: 2,
  rate: 1e9,
  files: { driver: 'disk', folder: join(tmpdir(), `files-of-${settings.database}`) },
});
const token = await tokenOf(db, 'tl_leader');

/** What goes over the product's connections while `heard` is there. */
let heard: { text: string; values: unknown[] }[] | null = null;
const send = pg.Client.prototype.query;
pg.Client.prototype.query = function listen(this: pg.Client, ...args: unknown[]) {
  const [query] = args as [string | { text: string; values?: unknown[] }];
  const { text, values: given = [] } = typeof query === 'string' ? { text: query } : query;
  // Several in one packet: these are heard before they are packed.
  if (!(query instanceof Flight)) heard?.push({ text, values: given });
  return send.apply(this, args as never);
} as typeof send;
const { database: asked } = running;
const read = asked.read.bind(asked);
asked.read = ((scope: Scope, ...statements: Statement[]) => {
  const inside = [{ ...scopeStatement, values: scope.settings }, ...statements];
  heard?.push(
    { text: 'begin', values: [] },
    ...inside.map(({ text, values: given }) => ({ text, values: [...given] })),
    { text: 'commit', values: [] },
  );
  return read(scope, ...statements);
}) as typeof asked.read;

async function ask(screen: string): Promise<number> {
  forgetSnapshots();
  const started = performance.now();
  const answer = await running.app.inject({
    method: 'GET',
    url: `/api/ant/screen/snapshot?screen=${screen}&regionCode=${prefecture}`,
    headers: { authorization: token },
  });
  const took = performance.now() - started;
  if (answer.json().code !== 200) throw new Error(`${screen}: ${answer.json().msg}`);
  return took;
}

const at = (list: readonly number[], share: number) =>
  [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(list.length * share))] ?? 0;

const bare = new pg.Client({
  ...appLogin(settings),
  options: '-c timezone=Asia/Shanghai -c max_parallel_workers_per_gather=0 -c jit=off',
});
await bare.connect();
const table = [];
for (const screen of screenNames) {
  await ask(screen);
  heard = [];
  await ask(screen);
  const statements = heard;
  heard = null;
  const product: number[] = [];
  const sums: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    product.push(await ask(screen));
    const started = performance.now();
    // One after the other, prepared, under the same scope: the product's own statements and nothing between them.
    for (const [no, one] of statements.entries())
      await bare.query({
        ...(one.values.length > 0 && { name: `${screen}.${no}` }),
        text: one.text,
        values: one.values,
      });
    sums.push(performance.now() - started);
  }
  table.push({
    screen,
    statements: statements.length,
    p50: Number(at(product, 0.5).toFixed(1)),
    p95: Number(at(product, 0.95).toFixed(1)),
    'bare p50': Number(at(sums, 0.5).toFixed(1)),
    ratio: Number((at(product, 0.5) / at(sums, 0.5)).toFixed(2)),
  });
}
console.table(table);
console.log(JSON.stringify({ animals, load: loadavg()[0], table }));
if (values.write) writeSection('screens', `npm run bench -- screens --animals ${animals}`, [table]);
await bare.end();
await running.close();
await db.end();
process.exit(0);
