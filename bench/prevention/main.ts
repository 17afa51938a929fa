// A season at size: the stock of every holder reckoned, the plan of every household built by the product's own function, and how long a page of figures takes from the rollup and from the rows.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { appLogin, databaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { foldRollups } from '#kit/server/rollup.ts';
import { loadRegions } from '#modules/platform/server/regions.ts';
import { addDays } from '#modules/prevention/contract/judge.ts';
import { insertSeason } from '#modules/prevention/server/prevention-season.ts';
import { saveItems } from '#modules/prevention/server/prevention-season-item.ts';
import { buildPlan } from '#modules/prevention/server/season/build.ts';
import { coverageOf } from '#modules/prevention/server/season/coverage.ts';
import { openRegistryWorld } from '../registry/world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { animals: { type: 'string', default: '400000' }, households: { type: 'string', default: '300000' } },
});
const animals = Number(values.animals);
const settings = databaseSettings(`mulian_bench_${animals}`);
const say = (line: string) => console.error(line);
const { db } = await openRegistryWorld(settings, { animals, households: Number(values.households) }, false, say);
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
const tenant = 1505;
const prefecture = 150500000000;
const database = new Database(appLogin(settings), { max: 4 });
await loadRegions(database);

async function timed<T>(what: string, work: () => Promise<T>): Promise<[T, number]> {
  const started = performance.now();
  const done = await work();
  const seconds = (performance.now() - started) / 1000;
  say(`${seconds.toFixed(1)} s: ${what} (load ${loadavg()[0]?.toFixed(1)})`);
  return [done, seconds];
}

const { rows: known } = await db.query<{ n: number }>('select count(*)::float8 as n from prevention.holder');
if ((known[0]?.n ?? 0) < Number(values.households) / 10) {
  // The herds were loaded past all triggers: what follows from them is reckoned now, a township at a time.
  const { rows: towns } = await db.query<{ town: number }>(
    `select distinct (region_code / 1000 * 1000)::float8 as town from registry.principal where tenant_no = $1 and region_code >= $2 and region_code < $2 + 100000000 order by 1`,
    [tenant, prefecture],
  );
  await timed(`stock of every holder in ${towns.length} townships`, async () => {
    for (const { town } of towns)
      await db.query(
        `select prevention.refresh_holders($1, array(select distinct a.principal_id from registry.animal a where a.tenant_no = $1 and a.town = $2 and a.status = 'inStock'))`,
        [tenant, Math.floor(town / 1000)],
      );
  });
  // Half of the herds have had their shots of the last season.
  await timed('immunity of half the animals', () =>
    db.query(
      `insert into prevention.animal_immunity (tenant_no, animal_id, disease_code, principal_id, region_code, species, in_stock, first_on, last_on, shots, valid_until)
       select tenant_no, id, 'fmd', principal_id, region_code, species, true, $1::date, $1::date, 1, $1::date + 180 from registry.animal
       where tenant_no = $2 and status = 'inStock' and id % 2 = 0 on conflict do nothing`,
      [addDays(today, -150), tenant],
    ),
  );
  await db.query('analyze prevention.holder; analyze prevention.holder_stock; analyze prevention.animal_immunity');
}

const scope = systemScope(tenant, 'bench');
await db.query(
  `update prevention.prevention_season set status = 'cancelled' where tenant_no = $1 and status in ('published', 'ongoing', 'summarising')`,
  [tenant],
);
const items = [
  ...['cattle', 'sheep', 'goat'].map((species) => ({ diseaseCode: 'fmd', species })),
  ...['sheep', 'goat'].map((species) => ({ diseaseCode: 'ppr', species })),
].map((one) => ({ ...one, target: 100, defaultVaccineCode: null, plannedCurve: 'sShaped' as const }));
const seasonId = await database.transaction(scope, async (tx) => {
  const id = await insertSeason(
    tx,
    {
      name: `bench ${Date.now()}`,
      year: Number(today.slice(0, 4)),
      kind: 'autumn',
      emergency: false,
      regionCodes: [prefecture],
      startDate: addDays(today, -10),
      endDate: addDays(today, 60),
      items,
    },
    prefecture,
  );
  await saveItems(tx, id, items);
  return id;
});
await db.query(`update prevention.prevention_season set status = 'published' where id = $1`, [seasonId]);
const [households, seconds] = await timed('plan of the season', () => buildPlan(database, tenant, seasonId));
const { rows: plans } = await db.query<{ n: number; due: number }>(
  'select count(*)::float8 as n, sum(due)::float8 as due from prevention.prevention_plan where season_id = $1',
  [seasonId],
);
say(
  `${households} households, ${plans[0]?.n} rows, ${plans[0]?.due} due; ${((households ?? 0) / seconds).toFixed(0)} households a second`,
);

await timed('figures folded into every level', () => foldRollups(database));
await database.transaction(scope, (tx) => coverageOf(tx, { seasonId, parentCode: prefecture }));
const [fromRollup, quick] = await timed('coverage of the prefecture by county, from the rollup', () =>
  database.transaction(scope, (tx) => coverageOf(tx, { seasonId, parentCode: prefecture })),
);
const [fromRows, slow] = await timed('the same from the rows', () =>
  db.query<{ due: number; done: number }>(
    `select sum(due)::float8 as due, sum(done)::float8 as done from prevention.prevention_plan where tenant_no = $1 and season_id = $2 group by region_code / 1000000`,
    [tenant, seasonId],
  ),
);
const due = fromRows.rows.reduce((sum, row) => sum + row.due, 0);
say(
  `P7: rows ÷ rollup ${(slow / quick).toFixed(1)}; due ${due} from rows, ${fromRollup.total.total.due} from the rollup, difference ${due - fromRollup.total.total.due}`,
);
await database.close();
await db.end();
