import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { refreshHolders } from '../animal-immunity.ts';
import { turnSeasons } from '../prevention-season.ts';
import { pulse } from '../visit/effects.ts';
import { buildMonth } from './build.ts';

/** What the calendar does: seasons begin and end, months turn, and what was put off until yesterday is due again. Bears repeating. */
export async function turnDay(database: Database): Promise<void> {
  const faults: unknown[] = [];
  // The trouble of one tenant is not the others'.
  for (const tenantNo of await allTenants(database))
    await turnTenant(database, tenantNo).catch((error) => faults.push(error));
  if (faults.length > 0) throw new AggregateError(faults, `the day did not turn for ${faults.length} tenants`);
}

async function turnTenant(database: Database, tenantNo: number): Promise<void> {
  await database.transaction(systemScope(tenantNo, 'preventionDay'), async (tx) => {
    for (const season of await turnSeasons(tx))
      for (const code of season.regionCodes) await pulse(tx, code, season.status);
  });
  await buildMonth(database, tenantNo);
}

/** R6: exempt no longer. */
export async function endExemptions(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database)) {
    const scope = systemScope(tenantNo, 'preventionNight');
    const [holders] = await database.read<[{ id: number }]>(scope, {
      text: `select distinct principal_id as id from prevention.animal_immunity where tenant_no = $1 and exempt_until between $2::date - 3 and $2::date - 1 order by 1`,
      values: [tenantNo, today()],
    });
    for (const { id } of holders) await database.transaction(scope, (tx) => refreshHolders(tx, [id]));
  }
}

/** Once a minute is enough for a calendar. */
export function dayClock(): (database: Database) => Promise<void> {
  let next = 0;
  return async (database) => {
    if (Date.now() < next) return;
    next = Date.now() + 60_000;
    await turnDay(database);
  };
}
