import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import { today } from '#kit/server/today.ts';
import { eachOf, eachTenant } from '#modules/platform/server/index.ts';
import { refreshHolders } from '../livestock/animal-immunity.ts';
import { pulse } from '../visit/effects.ts';
import { buildMonth } from './build.ts';
import { turnSeasons } from './prevention-season.ts';

/** What the calendar does: seasons begin and end, months turn, and what was put off until yesterday is due again. Bears repeating. */
export const turnDay = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) => turnTenant(database, tenantNo));

async function turnTenant(database: Database, tenantNo: number): Promise<void> {
  await database.transaction(systemScope(tenantNo, 'preventionDay'), async (tx) => {
    for (const season of await turnSeasons(tx))
      for (const code of season.regionCodes) await pulse(tx, code, season.status);
  });
  await buildMonth(database, tenantNo);
}

/** R6: exempt no longer. */
export const endExemptions = (database: Database): Promise<void> =>
  eachTenant(database, async (tenantNo) => {
    const scope = systemScope(tenantNo, 'preventionNight');
    const [holders] = await database.read<[{ id: number }]>(scope, {
      text: `select distinct principal_id as id from prevention.animal_immunity where tenant_no = $1 and exempt_until between $2::date - 3 and $2::date - 1 order by 1`,
      values: [tenantNo, today()],
    });
    await eachOf(holders, ({ id }) => database.transaction(scope, (tx) => refreshHolders(tx, [id])));
  });

/** Once a minute is enough for a calendar. */
export function dayClock(): (database: Database) => Promise<void> {
  let last = 0;
  return async (database) => {
    if (!hasPassed(last, 60_000)) return;
    last = Date.now();
    await turnDay(database);
  };
}
