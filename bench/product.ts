// The product against the bare database, taking turns in one run: ratios say something on any machine, however busy.
import { parseArgs } from 'node:util';
import { appLogin, databaseSettings, superuserLogin } from '#db/settings.ts';
import { bare, type Figure, product, startServer } from './measure.ts';
import { writeSection } from './section.ts';
import { statementsOf } from './statements.ts';
import { openBenchWorld, tokenOf } from './world.ts';

const { values } = parseArgs({
  args: process.argv.slice(process.argv[2] === 'product' ? 3 : 2),
  options: {
    rows: { type: 'string', default: '300000' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    clients: { type: 'string', default: '8' },
    fresh: { type: 'boolean', default: false },
    /** Folder for a processor profile of the server. */
    profile: { type: 'string' },
    /** Fails when a budget is not kept, or where a limit of its own stands beside it (not kept yet, near enough for noise, or kept by far), when that is broken. */
    gate: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const [rows, seconds, rounds, clients] = [values.rows, values.seconds, values.rounds, values.clients].map(Number) as [
  number,
  number,
  number,
  number,
];

const settings = databaseSettings('mulian_bench');
const db = await openBenchWorld(settings, rows, values.fresh, (line) => console.error(line));
const callers = { lookup: 'tl_region', list: 'kzzq_mgr' };
const sql = await statementsOf(settings, db, callers);
const { rows: found } = await db.query(
  "select min(id)::float8 as lo, max(id)::float8 as hi from registry.principal where principal_unit_name like '养殖户%'",
);
const ids = [found[0].lo, found[0].hi] as const;
const server = await startServer(settings.database, values.profile ?? null);
const tokens = { lookup: await tokenOf(db, callers.lookup), list: await tokenOf(db, callers.list) };

const over = superuserLogin(settings, settings.database);
const under = appLogin(settings);
const at = { db, seconds, clients };
const runs: Record<string, () => Promise<Figure>> = {
  'lookup, bare': () => bare({ ...at, login: over, script: sql.lookup }),
  'lookup, product': () => product({ ...at, server, token: tokens.lookup, path: '/api/pri/principal/info/:id', ids }),
  'list, bare': () => bare({ ...at, login: over, script: sql.list }),
  'list, product': () =>
    product({ ...at, server, token: tokens.list, path: '/api/pri/principal/info/list?pageSize=20', ids }),
  'lookup, predicate': () => bare({ ...at, login: over, script: sql.lookupInline }),
  'lookup, policy': () => bare({ ...at, login: under, script: sql.lookup, options: sql.settings.lookup }),
  'list, predicate': () => bare({ ...at, login: over, script: sql.listInline }),
  'list, policy': () => bare({ ...at, login: under, script: sql.list, options: sql.settings.list }),
};

await product({ ...at, seconds: 1, server, token: tokens.lookup, path: '/api/pri/principal/info/:id', ids });
await product({ ...at, seconds: 1, server, token: tokens.list, path: '/api/pri/principal/info/list', ids });
/** The best of each: whatever else the machine did took away, never added. */
const best: Record<string, Figure> = {};
for (let round = 1; round <= rounds; round += 1) {
  for (const [name, measure] of Object.entries(runs)) {
    const figure = await measure();
    const before = best[name];
    best[name] = {
      ...(before && before.perSecond > figure.perSecond ? before : figure),
      databaseMicros: Math.min(before?.databaseMicros ?? Number.POSITIVE_INFINITY, figure.databaseMicros),
      ...(figure.serverMicros !== undefined && {
        serverMicros: Math.min(before?.serverMicros ?? Number.POSITIVE_INFINITY, figure.serverMicros),
      }),
    };
  }
  console.error(`round ${round} of ${rounds}`);
}
await server.stop();
await db.end();

const of = (name: string) => best[name] as Figure;
const speed = (what: string) => of(`${what}, product`).perSecond / of(`${what}, bare`).perSecond;
const work = (what: string) => of(`${what}, product`).databaseMicros / of(`${what}, bare`).databaseMicros;
const tail = (what: string) => (of(`${what}, product`).p99 ?? 0) / (of(`${what}, product`).p50 || 1);
const policy = (what: string) => of(`${what}, policy`).databaseMicros / of(`${what}, predicate`).databaseMicros;
const ratios = [
  {
    id: 'P1',
    measure: 'lookup by id: requests ÷ bare transactions',
    value: speed('lookup'),
    least: 0.12,
    goal: 0.2,
    gate: 0.05,
  },
  {
    id: 'P2',
    measure: 'list of 20 with total: requests ÷ bare transactions',
    value: speed('list'),
    least: 0.12,
    goal: 0.6,
    gate: 0.3,
  },
  { id: 'P3', measure: 'database work of a lookup ÷ bare', value: work('lookup'), most: 2.5, goal: 1.6, gate: 6 },
  { id: 'P3', measure: 'database work of a list ÷ bare', value: work('list'), most: 4.5, goal: 1.2, gate: 2 },
  {
    id: 'P5',
    measure: 'lookup: policy ÷ same predicate written in',
    value: policy('lookup'),
    most: 1.2,
    goal: 1.05,
    gate: 2.5,
  },
  {
    id: 'P5',
    measure: 'list: policy ÷ same predicate written in',
    value: policy('list'),
    most: 1.2,
    goal: 1.05,
    gate: 1.5,
  },
  // Told, and never a reason to fail: on shared cores the slowest one in a hundred says more of the neighbours.
  { id: 'P13', measure: 'lookup: p99 ÷ p50', value: tail('lookup'), most: 8, goal: 4, gate: Number.POSITIVE_INFINITY },
  { id: 'P13', measure: 'list: p99 ÷ p50', value: tail('list'), most: 8, goal: 4, gate: Number.POSITIVE_INFINITY },
].map(({ least, most, gate, ...one }) => ({
  ...one,
  value: Number(one.value.toFixed(3)),
  budget: least === undefined ? `≤ ${most}` : `≥ ${least}`,
  kept: least === undefined ? one.value <= (most ?? 0) : one.value >= least,
  passes: least === undefined ? one.value <= (gate ?? most ?? 0) : one.value >= (gate ?? least),
}));
const rounded = Object.fromEntries(
  Object.entries(best).map(([name, figure]) => [
    name,
    Object.fromEntries(
      Object.entries(figure).map(([key, value]) => [
        key,
        Number(value.toFixed(key.startsWith('p') && key !== 'perSecond' ? 2 : 0)),
      ]),
    ),
  ]),
);
console.table(rounded);
console.table(ratios);
console.log(JSON.stringify({ rows, clients, seconds, rounds, figures: rounded, ratios }));
if (values.write)
  writeSection('product', 'npm run bench', [
    Object.entries(rounded).map(([what, figure]) => ({
      [`${rows.toLocaleString('en-US')} principals, ${clients} clients`]: what,
      'per second': figure.perSecond ?? '',
      'database µs': figure.databaseMicros ?? '',
      'server µs': figure.serverMicros ?? '',
      'p50 ms': figure.p50 ?? '',
      'p99 ms': figure.p99 ?? '',
    })),
    ratios.map(({ id, measure, value, budget, goal, kept }) => ({ id, measure, value, budget, goal, kept })),
  ]);
if (values.gate && ratios.some((one) => !one.passes)) process.exit(1);
