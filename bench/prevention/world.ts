import { loadavg } from 'node:os';
import type { Client } from 'pg';
import { appLogin, type DatabaseSettings } from '#db/settings.ts';
import { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { foldRollups } from '#kit/server/rollup.ts';
import { loadRegions } from '#modules/platform/server/reference/region/regions.ts';
import { addDays } from '#modules/prevention/contract/visit/judge.ts';
import { buildPlan } from '#modules/prevention/server/season/build.ts';
import { insertSeason } from '#modules/prevention/server/season/prevention-season.ts';
import { saveItems } from '#modules/prevention/server/season/prevention-season-item.ts';
import { openRegistryWorld, type RegistryWorld } from '../registry/world.ts';

export const tenant = 1505;
export const prefecture = 150500000000;
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

export async function timed<T>(
  say: (line: string) => void,
  what: string,
  work: () => Promise<T>,
): Promise<[T, number]> {
  const started = performance.now();
  const done = await work();
  const seconds = (performance.now() - started) / 1000;
  say(`${seconds.toFixed(1)} s: ${what} (load ${loadavg()[0]?.toFixed(1)})`);
  return [done, seconds];
}

/** Herds without lives in a database that is kept, the stock of every holder computed and half of the animals with a shot of last season. */
export async function openHerds(
  settings: DatabaseSettings,
  wanted: RegistryWorld,
  say: (line: string) => void,
): Promise<{ db: Client; database: Database }> {
  const { db } = await openRegistryWorld(settings, { ...wanted, lives: false }, false, say);
  const database = new Database(appLogin(settings), { max: 4 });
  await loadRegions(database);
  const { rows: known } = await db.query<{ n: number }>('select count(*)::float8 as n from prevention.holder');
  if ((known[0]?.n ?? 0) >= wanted.households / 10) return { db, database };
  // Half of the herds have had their shots of the last season.
  await timed(say, 'immunity of half the animals', async () => {
    await db.query('set session_replication_role = replica');
    await db.query(
      `insert into prevention.animal_immunity (tenant_no, animal_id, disease_code, principal_id, region_code, species, in_stock, first_on, last_on, shots, valid_until)
       select tenant_no, id, 'fmd', principal_id, region_code, species, true, $1::date, $1::date, 1, $1::date + 180 from registry.animal
       where tenant_no = $2 and status = 'inStock' and in_herd and id % 2 = 0 on conflict do nothing`,
      [addDays(today, -150), tenant],
    );
    await db.query('set session_replication_role = origin');
  });
  // The herds were loaded past all triggers: what follows from them is computed now.
  await timed(say, 'figures of animals', async () => {
    await db.query(`delete from kit.rollup_delta where name in ('prevention.age', 'prevention.protected')`);
    await db.query(`delete from kit.rollup where name in ('prevention.age', 'prevention.protected')`);
    await db.query(
      `insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
       select tenant_no, 'prevention.age', region_code, array[species, sex], date_trunc('month', birth_date)::date, count(*) from registry.animal
       where status = 'inStock' and in_herd and voided_at is null group by tenant_no, region_code, species, sex, date_trunc('month', birth_date)`,
    );
    await db.query(
      `insert into kit.rollup_delta (tenant_no, name, region_code, keys, day, n)
       select m.tenant_no, 'prevention.protected', m.region_code, array[m.disease_code, m.species], e.day, sum(e.n) from prevention.animal_immunity m
       cross join lateral (values (m.last_on, 1), (m.valid_until + 1, -1)) e(day, n) where m.in_stock and m.valid_until is not null group by 1, 3, 4, 5`,
    );
    await db.query('vacuum analyze prevention.animal_immunity');
    await foldRollups(database);
  });
  await cancelSeasons(db);
  const { rows: holders } = await db.query<{ id: number }>(
    `select distinct principal_id::float8 as id from registry.animal where tenant_no = $1 and status = 'inStock' and not exists (select 1 from prevention.holder h where h.tenant_no = $1 and h.principal_id = registry.animal.principal_id)`,
    [tenant],
  );
  await timed(say, `stock of ${holders.length} holders`, async () => {
    const waiting = holders.map((one) => one.id);
    await Promise.all(
      Array.from({ length: 2 }, async () => {
        for (let some = waiting.splice(0, 500); some.length > 0; some = waiting.splice(0, 500))
          await database.transaction(systemScope(tenant, 'bench'), (tx) =>
            tx.query('select prevention.refresh_holders($1, $2::bigint[])', [tenant, some]),
          );
      }),
    );
  });
  await timed(say, 'figures of stock folded', () => foldRollups(database));
  for (const table of ['prevention.holder', 'prevention.holder_stock', 'kit.rollup', 'kit.rollup_delta'])
    await db.query(`vacuum analyze ${table}`);
  return { db, database };
}

/** Other seasons would be planned along with it. */
async function cancelSeasons(db: Client): Promise<void> {
  await db.query(
    `update prevention.prevention_season set status = 'cancelled' where tenant_no = $1 and status in ('published', 'ongoing', 'summarising')`,
    [tenant],
  );
}

/** The season planned by an earlier run. */
export async function plannedSeason(db: Client): Promise<number | undefined> {
  const { rows } = await db.query<{ id: number }>(
    `select id::float8 as id from prevention.prevention_season where tenant_no = $1 and status = 'ongoing' and plan_built_at is not null and name like 'bench%' order by id desc limit 1`,
    [tenant],
  );
  return rows[0]?.id;
}

export interface Planned {
  readonly seasonId: number;
  readonly households: number;
  readonly seconds: number;
}

/** A season of today for the whole prefecture, its plan built by the product's own function. */
export async function planSeason(db: Client, database: Database, say: (line: string) => void): Promise<Planned> {
  await cancelSeasons(db);
  const items = [
    ...['cattle', 'sheep', 'goat'].map((species) => ({ diseaseCode: 'fmd', species })),
    ...['sheep', 'goat'].map((species) => ({ diseaseCode: 'ppr', species })),
  ].map((one) => ({ ...one, target: 100, defaultVaccineCode: null, plannedCurve: 'sShaped' as const }));
  const seasonId = await database.transaction(systemScope(tenant, 'bench'), async (tx) => {
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
  const [households, seconds] = await timed(say, 'plan of the season', () => buildPlan(database, tenant, seasonId));
  await timed(say, 'figures folded into every level', () => foldRollups(database));
  await db.query(`update prevention.prevention_season set status = 'ongoing' where id = $1`, [seasonId]);
  for (const table of ['prevention.prevention_plan', 'prevention.plan_household', 'kit.rollup', 'kit.rollup_delta'])
    await db.query(`vacuum analyze ${table}`);
  return { seasonId, households: households ?? 0, seconds };
}
