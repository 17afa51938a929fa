import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** What follows from a step reaches further than who took it: a worker's tube counts in the prefecture's task, a laboratory's word in the animal's life. */
export const asSystem = <T>(tx: Tx, work: (all: Tx) => Promise<T>): Promise<T> =>
  tx.scope.system ? work(tx) : inTenant(tx, tx.scope.tenantNo, 'laboratory', work);
