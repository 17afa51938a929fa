// The board of a farm with 5,000 head and of a company with 60 farms, as their people open it in the morning.
import { parseArgs } from 'node:util';
import { databaseSettings } from '#db/settings.ts';
import { loadWorld } from '../../demo/world.ts';
import { product, startServer } from '../measure.ts';
import { writeSection } from '../section.ts';
import { superuser, tokenOf } from '../world.ts';
import { fillFarms } from './world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    heads: { type: 'string', default: '5000' },
    farms: { type: 'string', default: '60' },
    each: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '10' },
    clients: { type: 'string', default: '4' },
    /** A demo world that is there and may be spoilt, instead of loading one. */
    world: { type: 'string' },
    /** Fails when a board is slower than its budget. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [heads, farms, each, seconds, clients] = [
  values.heads,
  values.farms,
  values.each,
  values.seconds,
  values.clients,
].map(Number) as [number, number, number, number, number];

const settings = databaseSettings(values.world ?? 'mulian_bench_farm');
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
if (!values.world) await loadWorld(settings, { size: 'small', today, seed: 1505 }, () => {});
const db = await superuser(settings);
await fillFarms(db, { heads, farms, each }, (line) => console.error(line));
const server = await startServer(settings.database, null);

interface Board {
  readonly farms: readonly unknown[];
  readonly tiles: { readonly head: number };
}
const boardOf = async (token: string): Promise<Board> => {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/anm/board`, { headers: { authorization: token } });
  return ((await answer.json()) as { data: Board }).data;
};
const told = [];
for (const [who, what, mostMs, isRight] of [
  ['farm1', `a farm with ${heads} head`, 500, (board: Board) => board.tiles.head >= heads],
  ['bench_company', `a company with ${farms} farms of ${each}`, 300, (board: Board) => board.farms.length === farms],
] as const) {
  const token = await tokenOf(db, who);
  const board = await boardOf(token);
  if (!isRight(board)) throw new Error(`${who} sees ${board.farms.length} farms and ${board.tiles.head} head`);
  const at = { db, server, token, path: '/api/anm/board' };
  await product({ ...at, seconds: 1, clients: 1 });
  for (const n of [1, clients]) {
    const figure = await product({ ...at, seconds, clients: n });
    told.push({
      board: what,
      'at once': n,
      'requests/s': Number(figure.perSecond.toFixed(1)),
      'p50 ms': Math.round(figure.p50 ?? 0),
      'p95 ms': Math.round(figure.p95 ?? 0),
      budget: mostMs,
      // Promised to one who opens it; several at once tell what the machine has left.
      kept: n > 1 ? '' : (figure.p95 ?? 0) <= mostMs,
    });
  }
}
await server.stop();
await db.end();
console.table(told);
if (values.write) writeSection('farm', 'npm run bench -- farm', [told]);
if (values.gate && told.some((one) => one.kept === false)) process.exit(1);
