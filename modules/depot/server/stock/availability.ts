import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { setQuality } from './lot.ts';
import { holdBalance } from './stock-balance.ts';

export interface Available {
  readonly materialId: number;
  readonly onHand: number;
  readonly inTransit: number;
  /** Of what is on hand, within 30 days of that day. */
  readonly expiring: number;
}

/**
 * What units have of some materials on a day, fit to be used: on hand, on the way to them, and running out.
 *
 * @example
 * const [fmd] = await available(tx, [stationId], [vaccineId], '2026-11-15');
 */
export const available = (
  tx: Tx,
  principalIds: readonly number[],
  materialIds: readonly number[],
  day: string,
): Promise<Available[]> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', (sys) =>
    sys.query<Available>(
      `select m.id as "materialId",
         coalesce((select sum(b.qty - b.reserved) from depot.stock_balance b join depot.lot l on l.id = b.lot_id
           where b.material_id = m.id and b.principal_id = any ($1) and not b.hold and l.quality = 'ok' and (l.expire_on is null or l.expire_on >= $3)), 0) as "onHand",
         coalesce((select sum(n.qty) from depot.stock_doc d join depot.stock_doc_line n on n.doc_id = d.id
           where d.to_principal_id = any ($1) and d.doc_type = 'issueOut' and d.status = 'dispatched' and n.material_id = m.id), 0) as "inTransit",
         coalesce((select sum(b.qty - b.reserved) from depot.stock_balance b join depot.lot l on l.id = b.lot_id
           where b.material_id = m.id and b.principal_id = any ($1) and not b.hold and l.quality = 'ok' and l.expire_on between $3 and $3::date + 30), 0) as expiring
       from depot.material m where m.id = any ($2) order by m.id`,
      [principalIds, materialIds, day],
    ),
  );

export interface Whereabouts {
  readonly balances: readonly { readonly depotId: number; readonly depotName: string; readonly qty: number }[];
  readonly uses: readonly {
    readonly sourceType: string | null;
    readonly sourceId: number | null;
    readonly qty: number;
    readonly headServed: number | null;
  }[];
}

/** Where a lot lies and what it was used for, whatever the caller sees of it: for what concerns everybody who got some. */
export const whereIs = (tx: Tx, lotId: number): Promise<Whereabouts> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => ({
    balances: await sys.query(
      `select d.id as "depotId", d.name as "depotName", b.qty from depot.stock_balance b join depot.depot d on d.id = b.depot_id where b.lot_id = $1 and b.qty > 0 order by d.id`,
      [lotId],
    ),
    uses: await sys.query(
      `select m.source_type as "sourceType", m.source_id as "sourceId", m.qty, m.head_served as "headServed" from depot.stock_move m
       where m.lot_id = $1 and m.from_kind = 'depot' and m.to_kind in ('use', 'holder')
         and not exists (select 1 from depot.stock_move r where r.lot_id = m.lot_id and r.reverses_id = m.id) order by m.id`,
      [lotId],
    ),
  }));

/**
 * R18: a lot everywhere, or in one store, by a module that has its own reason; both sides show one state.
 *
 * @example
 * await holdLot(tx, lotId, null, reason);
 */
export const holdLot = (tx: Tx, lotId: number, depotId: number | null, reason: string): Promise<void> =>
  setHold(tx, lotId, depotId, reason);
export const releaseLot = (tx: Tx, lotId: number, depotId: number | null): Promise<void> =>
  setHold(tx, lotId, depotId, null);

const setHold = (tx: Tx, lotId: number, depotId: number | null, reason: string | null): Promise<void> =>
  inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    if (depotId === null) await setQuality(sys, lotId, reason === null ? 'ok' : 'hold', reason);
    else if (!(await holdBalance(sys, { depotId, lotId }, reason))) throw notFound();
  });
