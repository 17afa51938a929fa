import type { Statement, Tx } from '#kit/server/db/database.ts';
import type { CostRow } from '#modules/farm/contract/cost/cost.ts';

/**
 * R41. Where each animal stood on which days ($1 animals, $2 farm, $3 last day), by the moves that took effect since it came. On the day of
 * a move it belongs to the new pen.
 */
const stays = `came as (
    select a.id, f.entered_on as from_on, least(coalesce(f.left_on, $3::date), $3::date) as to_on, a.pen_id
    from farm.farm_animal f join farm.animal_seen a on a.id = f.animal_id
    where f.animal_id = any ($1) and f.principal_id = $2
      and f.id = (select max(x.id) from farm.farm_animal x where x.animal_id = f.animal_id and x.principal_id = $2)
  ), moved as (
    select c.animal_id as id, c.change_id, c.from_pen_id, c.to_pen_id, c.happened_on
    from farm.change_seen c join came on came.id = c.animal_id
    where c.change_type = 'penMove' and c.status = 'done' and c.happened_on >= came.from_on
  ), begun as (
    select came.id, 0::bigint as n, came.from_on,
      coalesce((select m.from_pen_id from moved m where m.id = came.id order by m.happened_on, m.change_id limit 1),
        came.pen_id) as pen_id
    from came
    union all select m.id, m.change_id, m.happened_on, m.to_pen_id from moved m
  ), stay as (
    select b.id, b.pen_id, b.from_on,
      least(coalesce(lead(b.from_on) over (partition by b.id order by b.from_on, b.n) - 1, came.to_on), came.to_on)
        as to_on
    from begun b join came on came.id = b.id
  )`;

/** Cents by animal, month and kind; each is rounded once, and the whole is the sum of what is shown. */
const rowsSql = `with ${stays}, fed as (
    select s.id, to_char(r.on_date, 'YYYY-MM') as month, round(sum(m.paid / r.head))::bigint as cents,
      count(distinct r.on_date)::int as days
    from stay s join farm.feeding_record r on r.pen_id = s.pen_id and r.on_date between s.from_on and s.to_on
      and r.status = 'done' and r.head > 0
      join lateral (select x.cost_cents::numeric as paid from farm.feed_money x where x.record_id = r.id) m on true
    group by 1, 2
  ), lived as (
    select s.id, p.hovel_id, date_trunc('month', d.day)::date as month, count(*)::int as days
    from stay s left join farm.pen_seen p on p.id = s.pen_id
      cross join lateral generate_series(s.from_on::timestamp, s.to_on::timestamp, interval '1 day') d(day)
    group by 1, 2, 3
  ), stood as (
    select date_trunc('month', x.day)::date as month, p.hovel_id, sum(x.head) as head_days
    from farm.farm_rollup_day x left join farm.pen_seen p on p.id = x.pen_id
    where x.principal_id = $2 and x.day >= (select date_trunc('month', min(from_on)) from came) and x.day <= $3
    group by 1, 2
  ), spent as (
    select date_trunc('month', e.on_date)::date as month, case when e.scope = 'hovel' then e.hovel_id end as hovel_id,
      sum(e.amount) as cents
    from farm.farm_expense e where e.principal_id = $2 and e.on_date <= $3
      and e.on_date >= (select date_trunc('month', min(from_on)) from came)
    group by 1, 2
  ), shared as (
    select l.id, to_char(l.month, 'YYYY-MM') as month, sum(l.days)::int as days,
      round(sum(coalesce(f.cents * l.days::numeric / nullif(w.head_days, 0), 0)
        + coalesce(h.cents * l.days::numeric / nullif(i.head_days, 0), 0)))::bigint as cents
    from lived l
      left join (select month, sum(head_days) as head_days from stood group by 1) w on w.month = l.month
      left join stood i on i.month = l.month and i.hovel_id = l.hovel_id
      left join spent f on f.month = l.month and f.hovel_id is null
      left join spent h on h.month = l.month and h.hovel_id = l.hovel_id
    group by 1, 2
  )
  select m.animal_id as id, 'entry' as kind, to_char(c.from_on, 'YYYY-MM') as month, m.entry_cost_cents as cents,
    0 as days
  from farm.farm_animal_money m join came c on c.id = m.animal_id
  where m.principal_id = $2 and m.entry_cost_cents > 0
  union all select id, 'feed', month, cents, days from fed where cents > 0
  union all select t.animal_id, 'drug', to_char(t.on_date, 'YYYY-MM'), sum(t.cost)::bigint, count(*)::int
    from farm.treatment_cost t join came c on c.id = t.animal_id and t.on_date >= c.from_on
    where t.principal_id = $2 and t.on_date <= $3 and t.cost > 0 group by 1, 3
  union all select id, 'expense', month, cents, days from shared where cents > 0
  order by 3, 2`;

export type AnimalCostRow = CostRow & { readonly id: number };
export const costStatement = (farmId: number, ids: readonly number[], until: string): Statement<AnimalCostRow> => ({
  text: rowsSql,
  values: [ids, farmId, until],
});
export const costRowsOf = (tx: Pick<Tx, 'query'>, farmId: number, ids: readonly number[], until: string) =>
  tx.query<AnimalCostRow>(rowsSql, [ids, farmId, until]);

export function totalsOf(rows: readonly AnimalCostRow[]): Map<number, number> {
  const totals = new Map<number, number>();
  for (const { id, cents } of rows) totals.set(id, (totals.get(id) ?? 0) + cents);
  return totals;
}
/** What each animal has cost its farm so far. */
export const costTotals = async (tx: Tx, farmId: number, ids: readonly number[], until: string) =>
  ids.length === 0 ? new Map<number, number>() : totalsOf(await costRowsOf(tx, farmId, ids, until));
