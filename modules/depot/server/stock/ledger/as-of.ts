import type { Statement } from '#kit/server/db/database.ts';

/** What lay where on a past day. */
export interface Then {
  readonly depotId: number;
  readonly lotId: number;
  readonly materialId: number;
  /** From the entries dated up to that day, also those written down later. */
  readonly qty: number;
  /** As it was kept that night; null where nothing was kept for it yet. */
  readonly kept: number | null;
  /** The entries up to the one the night knew, and those dated up to that day that came after it. */
  readonly known: number | null;
  readonly late: number;
}

/**
 * The ledger as of a day: answered from the entries, beside what was kept that night. `qty` = `kept` + `late`, and `known` =
 * `kept`, for every store and lot, or somebody has touched the ledger.
 */
export function asOf(day: string, depotIds: readonly number[]): Statement<Then> {
  return {
    text: `with ends as (
             select m.from_id as depot_id, m.lot_id, m.material_id, -m.qty as n, m.id, m.biz_date from depot.stock_move m where m.from_kind = 'depot' and m.from_id = any ($2::bigint[])
             union all
             select m.to_id, m.lot_id, m.material_id, m.qty, m.id, m.biz_date from depot.stock_move m where m.to_kind = 'depot' and m.to_id = any ($2::bigint[])
           ), night as (
             select distinct on (s.depot_id, s.lot_id) s.depot_id, s.lot_id, s.qty, s.last_move_id from depot.stock_day s
             where s.depot_id = any ($2::bigint[]) and s.day <= $1 order by s.depot_id, s.lot_id, s.day desc
           )
           select e.depot_id as "depotId", e.lot_id as "lotId", e.material_id as "materialId", coalesce(sum(e.n) filter (where e.biz_date <= $1), 0) as qty, n.qty as kept,
             case when n.qty is not null then coalesce(sum(e.n) filter (where e.id <= n.last_move_id), 0) end as known,
             coalesce(sum(e.n) filter (where e.biz_date <= $1 and (n.qty is null or e.id > n.last_move_id)), 0)
               - coalesce(sum(e.n) filter (where e.biz_date > $1 and e.id <= n.last_move_id), 0) as late
           from ends e left join night n on n.depot_id = e.depot_id and n.lot_id = e.lot_id
           group by e.depot_id, e.lot_id, e.material_id, n.qty, n.last_move_id
           having coalesce(sum(e.n) filter (where e.biz_date <= $1), 0) <> 0 or n.qty <> 0 order by e.depot_id, e.material_id, e.lot_id`,
    values: [day, depotIds],
  };
}

export interface Difference {
  /** Null where it is in transit. */
  readonly depotId: number | null;
  readonly lotId: number;
  readonly entries: number;
  readonly balance: number;
}

/** R1: every store and lot whose entries do not add up to its balance, and every lot whose goods are not conserved. */
export const differences: Statement<Difference> = {
  text: `with ends as (
           select case m.from_kind when 'transit' then 0 else m.from_id end as depot_id, m.lot_id, -m.qty as n from depot.stock_move m where m.from_kind in ('depot', 'transit')
           union all
           select case m.to_kind when 'transit' then 0 else m.to_id end, m.lot_id, m.qty from depot.stock_move m where m.to_kind in ('depot', 'transit')
         ), sums as (select depot_id, lot_id, sum(n) as n from ends group by 1, 2),
         held as (select case d.kind when 'transit' then 0 else d.id end as depot_id, b.lot_id, b.qty from depot.stock_balance b join depot.depot d on d.id = b.depot_id)
         select nullif(coalesce(s.depot_id, h.depot_id), 0) as "depotId", coalesce(s.lot_id, h.lot_id) as "lotId", coalesce(s.n, 0) as entries, coalesce(h.qty, 0) as balance
         from sums s full join held h on h.depot_id = s.depot_id and h.lot_id = s.lot_id
         where coalesce(s.n, 0) <> coalesce(h.qty, 0) order by 2, 1`,
  values: [],
};
