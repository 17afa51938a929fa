import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { closeGuards, leaveGuards, onPrincipalMerged, onPrincipalMoved } from '#modules/registry/server/index.ts';
import { reassignMaterials } from '../goods/material.ts';
import { reassignPurveyors } from '../goods/purveyor.ts';
import { reassignBalances } from '../stock/stock-balance.ts';
import { reassignCosts } from '../stock/stock-cost.ts';
import { reassignLimits } from './depot-limit.ts';

/** How many lots lie in these stores, and how many papers are still on the way from or to them. */
async function heldBy(tx: Tx, condition: string, id: number): Promise<{ lots: number; docs: number; pending: number }> {
  const [row] = await tx.query<{ lots: number; docs: number; pending: number }>(
    `with mine as (select d.id from depot.depot d where ${condition})
     select (select count(*)::int from depot.stock_balance b where b.qty > 0 and b.depot_id in (select id from mine)) as lots,
       (select count(*)::int from depot.stock_doc x where (x.status in ('dispatched', 'refused') or x.short_qty > 0)
          and (x.depot_id in (select id from mine) or x.to_depot_id in (select id from mine))) as docs,
       (select count(*)::int from depot.stock_pending p where p.status = 'open' and p.box_id in (select id from mine)) as pending`,
    [id],
  );
  return row ?? { lots: 0, docs: 0, pending: 0 };
}

/** R27: a store closes when nothing lies in it and nothing is on the way. */
export async function refuseFull(tx: Tx, depotId: number): Promise<void> {
  const { lots, docs, pending } = await inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    heldBy(sys, 'd.id = $1', depotId),
  );
  if (lots > 0) throw refusal('notEmpty', 'depot.depot.notEmpty', { n: lots });
  if (docs > 0) throw refusal('inTransit', 'depot.depot.inTransit', { n: docs });
  if (pending > 0) throw refusal('pending', 'depot.depot.pending', { n: pending });
}

/** R27 and what follows a unit that moves or becomes part of another, told to the registry at start. */
export function registerDepotGuards(): void {
  leaveGuards.register('depot', {
    ask: async (tx, { staffId, kind }) => {
      if (kind !== 'leave') return [];
      const { lots, docs } = await inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
        heldBy(sys, "d.staff_id = $1 and d.status <> 'closed'", staffId),
      );
      return lots + docs > 0 ? [{ bizCode: 'boxNotEmpty', key: 'depot.depot.boxNotEmpty', args: { n: lots } }] : [];
    },
  });
  closeGuards.register('depot', {
    ask: async (tx, { principalId }) => {
      const { lots, docs } = await inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
        heldBy(sys, 'd.principal_id = $1', principalId),
      );
      return lots + docs > 0 ? [{ bizCode: 'hasStock', key: 'depot.depot.hasStock', args: { n: lots, docs } }] : [];
    },
  });
  onPrincipalMoved.register('depot', (tx, { principalId, to }) =>
    inTenant(tx, tx.scope.tenantNo, 'stock', (sys) => reassignDepots(sys, principalId, principalId, to)),
  );
  onPrincipalMerged.register('depot', (tx, { loserId, survivorId }) =>
    inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
      const [unit] = await sys.query<{ region: number }>(
        'select region_code as region from registry.principal where id = $1',
        [survivorId],
      );
      await reassignDepots(sys, loserId, survivorId, unit?.region ?? 0);
      await reassignPurveyors(sys, loserId, survivorId);
      await reassignMaterials(sys, loserId, survivorId);
    }),
  );
}

/** A store goes with its unit, and what lies in it goes with the store; what happened before stays where it happened. */
async function reassignDepots(tx: Tx, from: number, to: number, regionCode: number): Promise<void> {
  const depots = await tx.query<{ id: number }>(
    `update depot.depot t set principal_id = $2, region_code = $3, version = version + 1, updated_at = now(),
       depot_no = case when $1::bigint <> $2 and exists (select 1 from depot.depot o where o.principal_id = $2 and o.depot_no = t.depot_no)
         then t.depot_no || '-' || t.id::text else t.depot_no end
     where t.principal_id = $1 returning t.id`,
    [from, to, regionCode],
  );
  for (const { id } of depots) {
    await reassignBalances(tx, id, to, regionCode);
    await reassignLimits(tx, id, to, regionCode);
    await reassignCosts(tx, id, to);
  }
}
