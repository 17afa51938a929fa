import type { Tx } from '#kit/server/db/database.ts';
import type { Goods } from '#modules/depot/contract/goods/goods.ts';
import type { Suggestion } from '#modules/depot/contract/requisition/requisition.ts';
import { needSource } from '../extension-points.ts';
import { fitSql, goodsSql } from '../goods/goods-sql.ts';
import type { AskingDepot } from './asking.ts';

/** A box asks for itself, a store for its whole unit: the need is that of the unit's area. */
export const askersStores = (depot: string): string =>
  `(select o.id from depot.depot o where o.id = ${depot}.id or (${depot}.kind <> 'box' and o.principal_id = ${depot}.principal_id and o.kind <> 'transit'))`;

/** On the way to these stores and not yet signed for. */
export const comingSql = (stores: string, material: string): string =>
  `(select coalesce(sum(l.qty), 0) from depot.stock_doc i join depot.stock_doc_line l on l.doc_id = i.id
    where i.doc_type = 'issueOut' and i.status = 'dispatched' and l.material_id = ${material} and i.to_depot_id in ${stores})`;

export const hasSql = (stores: string, material: string): string =>
  `(select coalesce(sum(b.qty - b.reserved), 0) from depot.stock_balance b join depot.lot l on l.id = b.lot_id
    where b.material_id = ${material} and b.depot_id in ${stores} and ${fitSql})`;

/** How far above the need one asks: some of every bottle is lost. */
const spare = 1.05;

interface Standing extends Goods {
  readonly onHand: number;
  readonly inTransit: number;
  readonly limit: number | null;
}

/** R35: need × 1.05 − on hand − in transit, never below zero, in whole units of the material. */
export function suggestedQty(need: number, onHand: number, inTransit: number, decimals: number): number {
  const step = 10 ** decimals;
  // Rounded to millionths first, so that what a double adds does not make a whole unit more.
  const wanted = Math.round((need * spare - onHand - inTransit) * 1e6) / 1e6;
  return Math.max(0, Math.ceil(Math.round(wanted * step * 1e3) / 1e3) / step);
}

/** What the store should ask for. Where nobody knows the need of a kind, its own upper limit is filled up. */
export async function suggest(
  tx: Tx,
  depot: AskingDepot,
  ask: { seasonId: number | null; materialIds: readonly number[] | null },
): Promise<Suggestion[]> {
  const sourced = ['vaccine', 'semen'].filter((kind) => needSource(kind));
  const stores = askersStores('d');
  const rows = await tx.query<Standing>(
    `select ${goodsSql}, ${hasSql(stores, 'm.id')} as "onHand", ${comingSql(stores, 'm.id')} as "inTransit",
       (select coalesce(x.max_qty, x.min_qty) from depot.depot_limit x where x.depot_id = d.id and x.material_id = m.id) as limit
     from depot.depot d cross join depot.material m
     where d.id = $1 and m.kind <> 'earTag' and m.status = 'active'
       and case when $2::bigint[] is not null then m.id = any ($2)
           else m.kind = any ($3::text[]) or exists (select 1 from depot.depot_limit x where x.depot_id = d.id and x.material_id = m.id)
             or exists (select 1 from depot.stock_balance b where b.material_id = m.id and b.depot_id in ${stores}) end
     order by m.kind = 'vaccine' desc, m.kind, m.name, m.id limit 200`,
    [depot.id, ask.materialIds, sourced],
  );
  const needs = new Map<number, number>();
  for (const kind of new Set(rows.map((row) => row.kind))) {
    const found = await needSource(kind)?.(tx, {
      principalId: depot.principalId,
      regionCode: depot.regionCode,
      seasonId: ask.seasonId,
      materialIds: rows.filter((row) => row.kind === kind).map((row) => row.materialId),
    });
    for (const [materialId, need] of found ?? []) needs.set(materialId, need);
  }
  return rows.map(({ limit, ...row }) => {
    const need = needs.get(row.materialId) ?? null;
    const basis = need !== null ? 'need' : limit !== null ? 'limit' : 'none';
    const suggested =
      need !== null
        ? suggestedQty(need, row.onHand, row.inTransit, row.decimals)
        : limit !== null
          ? Math.max(0, Math.round((limit - row.onHand - row.inTransit) * 1000) / 1000)
          : null;
    return { ...row, basis, need: need ?? limit, suggested };
  });
}
