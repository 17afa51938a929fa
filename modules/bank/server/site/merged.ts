import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { onPrincipalMerged } from '#modules/registry/server/index.ts';
import { reassignCounts } from '../count/pledge-count.write.ts';
import { reassignLeases } from '../lease/device-lease.ts';
import { reassignBills } from '../lease/lease-bill.ts';
import { reassignLeaseLines } from '../lease/lease-line.ts';
import { reassignVisits } from '../patrol/patrol-visit.write.ts';
import { reassignSites } from './pledge-site.ts';

/** Two units became one: what is watched at the one that is gone is watched at the survivor; what was done stays as written. */
export const registerCustodyMerge = (): void =>
  onPrincipalMerged.register('bank.custody', (tx: Tx, { loserId, survivorId }) =>
    inTenant(tx, tx.scope.tenantNo, 'bank.merge', async (sys) => {
      await reassignSites(sys, loserId, survivorId);
      await reassignCounts(sys, loserId, survivorId);
      await reassignVisits(sys, loserId, survivorId);
      await reassignLeaseLines(sys, loserId, survivorId);
      await reassignLeases(sys, loserId, survivorId);
      await reassignBills(sys, loserId, survivorId);
    }),
  );
