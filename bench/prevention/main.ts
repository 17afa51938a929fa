// A season at size: the plan of every household built by the product's own function, and how long a page of figures takes from the rollup and from the rows.
import { parseArgs } from 'node:util';
import { databaseSettings } from '#db/settings.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { coverageOf } from '#modules/prevention/server/season/coverage.ts';
import { writeSection } from '../section.ts';
import { openHerds, plannedSeason, planSeason, prefecture, tenant, timed } from './world.ts';

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    animals: { type: 'string', default: '400000' },
    households: { type: 'string', default: '300000' },
    /** Plans another season though one is planned. */
    fresh: { type: 'boolean', default: false },
    /** Writes its part of docs/performance.md. */
    write: { type: 'boolean', default: false },
  },
});
const animals = Number(values.animals);
const say = (line: string) => console.error(line);
const { db, database } = await openHerds(
  databaseSettings(`mulian_bench_herds_${animals}`),
  { animals, households: Number(values.households) },
  say,
);
let seasonId = values.fresh ? undefined : await plannedSeason(db);
if (seasonId === undefined) {
  const built = await planSeason(db, database, say);
  seasonId = built.seasonId;
  say(`${built.households} households, ${(built.households / built.seconds).toFixed(0)} a second`);
}
const { rows: plans } = await db.query<{ n: number; due: number }>(
  'select count(*)::float8 as n, sum(due)::float8 as due from prevention.prevention_plan where season_id = $1',
  [seasonId],
);
say(`${plans[0]?.n} rows, ${plans[0]?.due} due`);

const board = () =>
  database.transaction(systemScope(tenant, 'bench'), (tx) => coverageOf(tx, { seasonId, parentCode: prefecture }));

/** What the board shows, counted from the rows it is about: heads by kind and disease, households, and heads under protection today. */
const fromRows = [
  `select region_code / 1000000 as county, disease_code, species, sum(due)::float8 as due, sum(done)::float8 as done, sum(exempt)::float8 as exempt
   from prevention.prevention_plan where tenant_no = $1 and season_id = $2 group by 1, 2, 3`,
  `select region_code / 1000000 as county, count(*) filter (where due > 0) as n, count(*) filter (where due > 0 and done >= due) as done
   from prevention.plan_household where tenant_no = $1 and season_id = $2 group by 1`,
  `select m.region_code / 1000000 as county, m.disease_code, m.species, count(*) as n from prevention.animal_immunity m
   where m.tenant_no = $1 and $2::bigint > 0 and m.in_stock and m.last_on <= current_date and m.valid_until >= current_date group by 1, 2, 3`,
  `select region_code / 1000000 as county, species, sum(tagged + untagged)::float8 as n from prevention.holder_stock where tenant_no = $1 and $2::bigint > 0 group by 1, 2`,
];
let [quick, slow, due, told] = [Number.MAX_VALUE, Number.MAX_VALUE, 0, 0];
await board();
for (let turn = 0; turn < 3; turn += 1) {
  // One is over before the machine has turned its head: the best of several stands for it.
  for (let again = 0; again < 10; again += 1) {
    const started = performance.now();
    told = (await board()).total.total.due;
    quick = Math.min(quick, (performance.now() - started) / 1000);
  }
  const [rows, dear] = await timed(say, 'coverage of the prefecture by county, from the rows', async () => {
    const all = [];
    for (const sql of fromRows) all.push(await db.query<{ due: number }>(sql, [tenant, seasonId]));
    return all;
  });
  slow = Math.min(slow, dear);
  due = rows[0]?.rows.reduce((sum, row) => sum + row.due, 0) ?? 0;
}
say(
  `P7: ${(slow * 1000).toFixed(0)} ms from rows ÷ ${(quick * 1000).toFixed(1)} ms from the rollup = ${(slow / quick).toFixed(1)}; due ${due} from rows, ${told} from the rollup, difference ${due - told}`,
);
if (values.write)
  writeSection('prevention', `npm run bench -- prevention --animals ${animals}`, [
    [
      {
        'coverage of a prefecture by county': 'P7: rows ÷ figures',
        'from rows, ms': Math.round(slow * 1000),
        'from figures, ms': Number((quick * 1000).toFixed(1)),
        ratio: Number((slow / quick).toFixed(1)),
        asked: 100,
        'due differs by': due - told,
      },
    ],
  ]);
await database.close();
await db.end();
