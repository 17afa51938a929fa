import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { allTenants } from '#modules/platform/server/index.ts';
import { startDueRounds } from '../census-round.ts';

/** Rounds begin by themselves on their day. */
export async function censusNightly(database: Database): Promise<void> {
  for (const tenantNo of await allTenants(database))
    await database.transaction(systemScope(tenantNo, 'censusNight'), (tx) => startDueRounds(tx, today()));
}
