import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import type { RequisitionLine } from '#modules/depot/contract/requisition/requisition.ts';
import { type Planned, planSource } from '../extension-points.ts';
import { chinaDay, fitSql, goodsSql } from '../goods/goods-sql.ts';
import { askersStores, comingSql, hasSql } from './suggest.ts';

type Row = Omit<RequisitionLine, 'lossRate' | 'plan'> & { lost: number };

/** Used up by the asker since half a year ago, or lost: what went to such places. */
const gone = (to: string): string =>
  `(select coalesce(sum(v.qty), 0) from depot.stock_move v where v.from_kind = 'depot' and v.from_id in ${askersStores('d')} and v.material_id = m.id
    and v.to_kind in (${to}) and v.biz_date > ${chinaDay} - 183)`;

/** The lines of a requisition with what both sides must know to decide on them. */
export async function linesOf(tx: Tx, id: number): Promise<RequisitionLine[]> {
  const [seen] = await tx.query<{ askerId: number }>(
    'select ask_principal_id as "askerId" from depot.requisition where id = $1',
    [id],
  );
  if (!seen) throw notFound();
  const rows = await tx.query<Row>(
    `select ${goodsSql}, q.id, q.asked, q.suggested, q.parts, q.approved, q.refuse_reason as "refuseReason", q.issued, q.received,
       (select coalesce(sum(b.qty - b.reserved), 0) from depot.stock_balance b join depot.lot l on l.id = b.lot_id join depot.depot o on o.id = b.depot_id
        where b.material_id = m.id and o.principal_id = r.giver_principal_id and o.kind <> 'box' and o.id <> d.id and ${fitSql}) as "giverFree",
       ${hasSql(askersStores('d'), 'm.id')} as "askerHas", ${comingSql(askersStores('d'), 'm.id')} as "askerComing",
       ${gone(`'use', 'holder'`)} as "lastUse", ${gone(`'loss'`)} as lost
     from depot.requisition_line q join depot.requisition r on r.id = q.requisition_id join depot.material m on m.id = q.material_id
     left join depot.depot d on d.id = r.ask_depot_id where q.requisition_id = $1 order by q.line_no`,
    [id],
  );
  const plans = await plansOf(tx, seen.askerId, rows);
  return rows.map(({ lost, ...row }) => ({
    ...row,
    plan: plans.get(row.materialId) ?? null,
    lossRate: row.lastUse + lost > 0 ? Math.round((lost / (row.lastUse + lost)) * 1000) / 1000 : null,
  }));
}

/** The plan is between giver and asker: both are told its figures, whichever of them sees the rows it is made of. */
const plansOf = (tx: Tx, askerId: number, rows: readonly Pick<Row, 'materialId' | 'kind'>[]) =>
  inTenant(tx, tx.scope.tenantNo, 'stock', async (sys) => {
    const found = new Map<number, Planned>();
    for (const [kind, own] of Map.groupBy(rows, (row) => row.kind))
      for (const [materialId, plan] of (await planSource(kind)?.(sys, {
        principalId: askerId,
        year: Number(today().slice(0, 4)),
        materialIds: own.map((row) => row.materialId),
      })) ?? [])
        found.set(materialId, plan);
    return found;
  });
