// P6: how the database reads every list the engine plans, as the screen asks it first, under six scopes of a tenant full of animals.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compose } from '#apps/server/compose.ts';
import { appLogin, databaseSettings, root } from '#db/settings.ts';
import { fullName } from '#kit/contract/resource.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { allMaps } from '#kit/server/resource/columns.ts';
import { planList } from '#kit/server/resource/list.ts';
import { openHerds, plannedSeason, planSeason } from '../prevention/world.ts';
import { Reader } from '../registry/plans.ts';
import { writeSection } from '../section.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    animals: { type: 'string', default: '400000' },
    households: { type: 'string', default: '300000' },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const animals = Number(values.animals);
const settings = databaseSettings(`mulian_bench_herds_${animals}`);
const say = (line: string) => console.error(line);
const { db, database } = await openHerds(settings, { animals, households: Number(values.households) }, say);
if ((await plannedSeason(db)) === undefined) await planSeason(db, database, say);
await database.close();

/** Rows of logs are seen by role. */
const roles = ['region_manager', 'audit_admin', 'security_admin'];
/** From a province down to a village, and three townships side by side. */
const scopes = {
  province: [150000000000],
  prefecture: [150500000000],
  county: [150521000000],
  township: [150521101000],
  village: [150521101200],
  '3 townships': [150521101000, 150521102000, 150521103000],
};
const pageSize = 20;
const mostRatio = 50;

const running = await compose({
  login: appLogin(settings),
  root,
  pool: 2,
  rate: 1e9,
  files: { driver: 'disk', folder: join(tmpdir(), `files-of-${settings.database}`) },
});
const { rows: users } = await db.query<{ id: number }>(
  "select id::float8 as id from platform.sys_user where username = 'tl_region'",
);
const reader = await Reader.open(settings);
const found = [];
for (const map of allMaps()) {
  if (!map.resource.operations.includes('list')) continue;
  for (const [name, regions] of Object.entries(scopes)) {
    const scope = makeScope({ tenantNo: 1505, userId: users[0]?.id ?? 0, regions, roles });
    const plan = planList(map, { pageNum: 1, pageSize }, scope);
    if (!plan) continue;
    const page = await reader.read(scope, plan.rows);
    const total = await reader.read(scope, plan.count);
    // A page that is not full counts as one that is: finding out that there is no more is work too.
    const read = Object.values(page.large).reduce((sum, n) => sum + n, 0);
    const [most = ''] = Object.entries(page.large).toSorted(([, a], [, b]) => b - a)[0] ?? [];
    const scanned = [...new Set([...page.scanned, ...total.scanned])];
    const ratio = read / Math.max(page.returned, pageSize);
    found.push({ list: fullName(map.resource), scope: name, ratio, read, 'most of': most, total: total.read, scanned });
  }
}
await reader.close();
await running.close();
await db.end();

const nouns = new Set(found.map((one) => one.list)).size;
const worst = found.toSorted((a, b) => b.ratio - a.ratio);
const bad = worst.filter((one) => one.ratio > mostRatio || one.scanned.length > 0);
const told = [...bad, ...worst.filter((one) => !bad.includes(one)).slice(0, 10)].map((one) => ({
  ...one,
  ratio: Number(one.ratio.toFixed(1)),
  scanned: one.scanned.join(' '),
}));
const budgets = [
  {
    id: 'P6',
    measure: `lists beyond ${mostRatio} rows read for one returned, of ${nouns} lists under 6 scopes`,
    value: bad.filter((one) => one.ratio > mostRatio).length,
    budget: 0,
  },
  {
    id: 'P6',
    measure: 'tables above 10,000 rows read from end to end',
    value: bad.filter((one) => one.scanned.length > 0).length,
    budget: 0,
  },
  {
    id: 'P6',
    measure: 'rows read for one returned, middle of all',
    value: Number((worst[Math.floor(worst.length / 2)]?.ratio ?? 0).toFixed(1)),
    budget: mostRatio,
  },
];
console.table(told);
console.table(budgets);
if (values.write) writeSection('lists', `npm run bench -- lists --animals ${animals}`, [budgets, told]);
process.exit(0);
