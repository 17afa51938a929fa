import type { Tx } from '#kit/server/db/database.ts';

export interface BalanceRow {
  readonly depotId: number;
  readonly depot: string;
  readonly lotId: number;
  readonly lotNo: string;
  readonly sireCode: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly opening: number;
  readonly received: number;
  readonly arrived: number;
  readonly found: number;
  readonly sent: number;
  readonly returned: number;
  readonly used: number;
  readonly wasted: number;
  readonly destroyed: number;
  readonly lost: number;
  readonly closing: number;
  readonly onHand: number;
  readonly difference: number;
  readonly recorded: number;
  readonly recordGap: number;
}
export interface BalanceAsk {
  readonly from: string;
  readonly to: string;
  readonly range: readonly [number, number];
  readonly breed: string | null;
}

/**
 * R3: of every tank and lot, what there was, what came and went by kind, and what there is; from the depot's moves alone. What
 * the depot counts now, taken back to the end of the period, must be the same. R4: what services say was used, beside it.
 */
export const balanceSql = `with moved as (
    select x.depot_id, m.lot_id, m.biz_date, x.sign * m.qty as qty,
      case when x.sign > 0 then m.from_kind else m.to_kind end as other, m.reason, m.source_type
    from breeding.straw_move m cross join lateral (
      select m.to_id as depot_id, 1 as sign where m.to_kind = 'depot'
      union all select m.from_id, -1 where m.from_kind = 'depot') x
    where m.tenant_no = kit.tenant()),
  sums as (
    select v.depot_id, v.lot_id,
      sum(v.qty) filter (where v.biz_date < $1) as opening,
      sum(v.qty) filter (where v.now and v.other = 'purveyor' and v.qty > 0) as received,
      sum(v.qty) filter (where v.now and v.other in ('transit', 'depot') and v.qty > 0) as arrived,
      sum(v.qty) filter (where v.now and v.other in ('adjust', 'holder') and v.qty > 0) as found,
      -sum(v.qty) filter (where v.now and v.other in ('transit', 'depot') and v.qty < 0) as sent,
      -sum(v.qty) filter (where v.now and v.other = 'purveyor' and v.qty < 0) as returned,
      -sum(v.qty) filter (where v.now and v.other = 'use') as used,
      -sum(v.qty) filter (where v.now and v.other = 'loss' and v.source_type = 'breeding.insemination') as wasted,
      -sum(v.qty) filter (where v.now and v.other = 'loss' and v.reason = 'destroy'
        and v.source_type is distinct from 'breeding.insemination') as destroyed,
      -sum(v.qty) filter (where v.now and (v.other in ('adjust', 'holder') and v.qty < 0 or v.other = 'loss'
        and v.reason is distinct from 'destroy' and v.source_type is distinct from 'breeding.insemination')) as lost,
      sum(v.qty) filter (where v.biz_date > $2) as later
    from (select *, biz_date between $1 and $2 as now from moved) v group by 1, 2),
  services as (
    select i.depot_id, i.lot_id, sum(i.straws + i.wasted) as n from breeding.insemination i
    where i.tenant_no = kit.tenant() and i.status <> 'voided' and i.depot_id is not null
      and i.served_on between $1 and $2 group by 1, 2)
  select s.depot_id as "depotId", d.name as depot, s.lot_id as "lotId", l.lot_no as "lotNo", l.sire_code as "sireCode",
    d.principal_id as "principalId", d.region_code as "regionCode", coalesce(s.opening, 0)::int as opening,
    coalesce(s.received, 0)::int as received, coalesce(s.arrived, 0)::int as arrived,
    coalesce(s.found, 0)::int as found,
    coalesce(s.sent, 0)::int as sent, coalesce(s.returned, 0)::int as returned, coalesce(s.used, 0)::int as used,
    coalesce(s.wasted, 0)::int as wasted, coalesce(s.destroyed, 0)::int as destroyed, coalesce(s.lost, 0)::int as lost,
    (coalesce(b.qty, 0) - coalesce(s.later, 0))::int as "onHand", coalesce(r.n, 0)::int as recorded
  from sums s join breeding.tank_store d on d.id = s.depot_id join breeding.straw_lot l on l.id = s.lot_id
    left join breeding.straw_stock b on b.tenant_no = kit.tenant() and b.depot_id = s.depot_id and b.lot_id = s.lot_id
    left join services r on r.depot_id = s.depot_id and r.lot_id = s.lot_id
  where d.region_code >= $3 and d.region_code < $4 and ($5::text is null or l.sire_code in (
    select n.sire_code from breeding.seed_animal n where n.tenant_no = kit.tenant() and n.breed = $5))`;

type Raw = Omit<BalanceRow, 'closing' | 'difference' | 'recordGap'>;
export const withDifference = (row: Raw): BalanceRow => {
  const into = row.opening + row.received + row.arrived + row.found;
  const closing = into - row.sent - row.returned - row.used - row.wasted - row.destroyed - row.lost;
  return { ...row, closing, difference: row.onHand - closing, recordGap: row.used + row.wasted - row.recorded };
};
export const balanceValues = ({ from, to, range, breed }: BalanceAsk): unknown[] => [from, to, ...range, breed];
export const balancesOf = async (tx: Pick<Tx, 'query'>, ask: BalanceAsk): Promise<BalanceRow[]> =>
  (await tx.query<Raw>(balanceSql, balanceValues(ask))).map(withDifference);
