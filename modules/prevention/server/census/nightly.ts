import type { Database } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { today } from '#kit/server/today.ts';
import { eachTenant } from '#modules/platform/server/index.ts';
import { startDueRounds } from './census-round.ts';

/** Rounds begin by themselves on their day. */
export const censusNightly = (database: Database): Promise<void> =>
  eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'censusNight'), (tx) => startDueRounds(tx, today())),
  );
