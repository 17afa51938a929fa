import { ratio, splitCents, sumCents, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { type CostLine, costReport, costRows } from '#modules/farm/contract/cost/cost.ts';
import { mktPrice } from '../market/mkt-price.ts';
import { farmOf } from '../sale/own-farm.ts';
import { costKgOf } from './cost-kg.ts';

interface Figures {
  readonly rows: CostLine[];
  readonly total: CostLine;
  readonly weighedPct: number | null;
  /** Days between the two weighings of the animals that were weighed. */
  readonly gainDays: number;
}
const keyOf = { month: "to_char(x.on_date, 'YYYY-MM')", pen: 'coalesce(x.pen_id, 0)::text' } as const;

/** Each source once, by month or by pen; what is spent on the whole farm is shared out by the days its animals stood in a pen. */
export async function figuresOf(
  tx: Pick<Tx, 'query'>,
  farmId: number,
  from: string,
  to: string,
  by: 'month' | 'pen',
): Promise<Figures> {
  const values = [farmId, from, to];
  const sums = await tx.query<{ key: string; what: keyof CostLine; n: number }>(
    `select ${keyOf[by]} as key, x.what, sum(x.n)::float8 as n from (
       select r.on_date, r.pen_id, 'feed' as what, m.cost_cents::numeric as n from farm.feeding_record r
         join farm.feed_money m on m.record_id = r.id
       where r.principal_id = $1 and r.status = 'done' and r.on_date between $2 and $3
       union all select r.on_date, r.pen_id, 'dmKg', r.dm_kg from farm.feeding_record r
       where r.principal_id = $1 and r.status = 'done' and r.on_date between $2 and $3
       union all select t.on_date, t.pen_id, 'drug', t.cost from farm.treatment_cost t
       where t.principal_id = $1 and t.on_date between $2 and $3
       union all select d.day, d.pen_id, 'headDays', d.head from farm.farm_rollup_day d
       where d.principal_id = $1 and d.day between $2 and $3
       union all select w.at::date, a.pen_id, v.what, v.n
       from farm.weight_seen w join farm.animal_seen a on a.id = w.animal_id
         cross join lateral (values ('gainKg', w.gain_kg), ('weighed', 1::numeric)) v(what, n)
       where w.principal_id = $1 and w.status = 'posted' and w.accepted and w.at::date between $2 and $3
         and w.at::date - w.prev_on between 14 and 180
     ) x group by 1, 2`,
    values,
  );
  const spent = await tx.query<{ month: string; hovelId: number | null; cents: number }>(
    `select to_char(on_date, 'YYYY-MM') as month, case when scope = 'hovel' then hovel_id end as "hovelId",
       sum(amount)::bigint as cents
     from farm.farm_expense where principal_id = $1 and on_date between $2 and $3 group by 1, 2`,
    values,
  );
  const pens = await tx.query<{ id: number; name: string; hovelId: number }>(
    `select id, hovel || ' ' || pen_no as name, hovel_id as "hovelId" from farm.pen_seen where principal_id = $1
     order by hovel_no, pen_no`,
    [farmId],
  );
  const [weighing] = await tx.query<{ days: number; animals: number; head: number }>(
    `select coalesce(sum(w.at::date - w.prev_on) filter (where w.at::date - w.prev_on between 14 and 180), 0)::int
         as days, count(distinct w.animal_id)::int as animals,
       (select count(*)::int from farm.farm_animal f where f.principal_id = $1 and f.status = 'live') as head
     from farm.weight_seen w where w.principal_id = $1 and w.status = 'posted' and w.accepted
       and w.at::date between $2 and $3`,
    values,
  );
  const lines = new Map<string, CostLine>();
  const names = new Map(pens.map((one) => [String(one.id), one.name]));
  const line = (key: string): CostLine => {
    const known = lines.get(key);
    if (known) return known;
    const none = { head: 0, headDays: 0, feed: 0, drug: 0, expense: 0, dmKg: 0, gainKg: 0, weighed: 0 };
    const made = { key, name: by === 'month' ? key : (names.get(key) ?? ''), ...none };
    lines.set(key, made);
    return made;
  };
  for (const { key, what, n } of sums)
    (line(key)[what] as number) = what === 'dmKg' || what === 'gainKg' ? n : Math.round(n);
  for (const { month, hovelId, cents } of spent) {
    if (by === 'month') {
      line(month).expense += cents;
      continue;
    }
    const within = pens.filter((one) => hovelId === null || one.hovelId === hovelId);
    const weights = within.map((one) => lines.get(String(one.id))?.headDays ?? 0);
    if (weights.every((one) => one === 0)) line('0').expense += cents;
    else
      for (const [at, part] of splitCents(cents, weights).entries())
        if (part > 0) line(String(within[at]?.id)).expense += part;
  }
  const rows = [...lines.values()].sort((a, b) =>
    by === 'month' ? (a.key < b.key ? -1 : 1) : a.name < b.name ? -1 : 1,
  );
  const add = (name: 'headDays' | 'feed' | 'drug' | 'expense' | 'weighed') =>
    rows.reduce((sum, one) => sum + one[name], 0);
  const round = (n: number) => Math.round(n * 1000) / 1000;
  const total: CostLine = {
    key: 'total',
    name: '',
    head: weighing?.head ?? 0,
    headDays: add('headDays'),
    feed: add('feed'),
    drug: add('drug'),
    expense: add('expense'),
    dmKg: round(rows.reduce((sum, one) => sum + one.dmKg, 0)),
    gainKg: round(rows.reduce((sum, one) => sum + one.gainKg, 0)),
    weighed: add('weighed'),
  };
  const weighedPct =
    weighing && weighing.head > 0 ? Math.min(100, Math.round((100 * weighing.animals) / weighing.head)) : null;
  return { rows, total, weighedPct, gainDays: weighing?.days ?? 0 };
}

export interface CostGain {
  /** Cents a kilogram of gain; null while nothing was weighed twice. */
  readonly cents: number | null;
  readonly weighedPct: number | null;
}
/** farm.costGain, R42: of the animals weighed twice, what their days cost, by what they gained. */
export function costGainOf({ total, weighedPct, gainDays }: Figures): CostGain {
  const spent = sumCents([total.feed, total.drug, total.expense]);
  const gained = Math.round(total.gainKg * 100);
  if (gained <= 0 || total.headDays === 0 || spent === 0) return { cents: null, weighedPct };
  return {
    cents: times(spent, ratio(Math.min(gainDays, total.headDays), total.headDays), ratio(100, gained)),
    weighedPct,
  };
}
/** For the board: the same figure the report shows. */
export const costGain = async (tx: Pick<Tx, 'query'>, farmId: number, from: string, to: string): Promise<CostGain> =>
  costGainOf(await figuresOf(tx, farmId, from, to, 'month'));

const monthsBack = (on: string, n: number) => {
  const day = new Date(`${on.slice(0, 7)}-01T00:00:00Z`);
  day.setUTCMonth(day.getUTCMonth() - n);
  return day.toISOString().slice(0, 10);
};

const read = (call: Call<typeof costReport>) => {
  const { to = today(), by } = call.query;
  const from = call.query.from ?? monthsBack(to, 2);
  const farmId = farmOf(call, call.query.principalId);
  return call.database.transaction(call.actor.scope, async (tx) => {
    const figures = await figuresOf(tx, farmId, from, to, by);
    const [farm] = await tx.query<{ name: string; regionCode: number }>(
      'select name, region_code as "regionCode" from farm.unit_seen where id = $1',
      [farmId],
    );
    const own = await costKgOf(tx, farmId, to);
    const price = await mktPrice(tx, 'fatCattle', farm?.regionCode ?? 0, to);
    const sold = await tx.query<never>(
      `select o.doc_no as "docNo", '/anm/customer/sale?id=' || o.id as path,
         to_char(o.delivered_on, 'YYYY-MM-DD') as on, c.name as customer, o.head, o.kg, o.amount, o.cost
       from farm.sale_order o join farm.customer c on c.id = o.customer_id
       where o.principal_id = $1 and o.status in ('delivered', 'closed') and o.delivered_on between $2 and $3
       union all
       select b.doc_no, '/anm/animal/slaughter?id=' || b.id, to_char(m.settled_on, 'YYYY-MM-DD'),
         coalesce(registry.principal_name(b.slaughterhouse_id), b.plant_text), b.head, b.live_kg, m.amount, k.cost
       from farm.slaughter_batch b join farm.slaughter_money m on m.batch_id = b.id
         left join farm.slaughter_cost k on k.batch_id = b.id
       where b.principal_id = $1 and b.status = 'settled' and m.settled_on between $2 and $3 order by 3 desc`,
      [farmId, from, to],
    );
    const [cash] = await tx.query<{ paidIn: number; paidOut: number }>(
      `select (select coalesce(sum(amount), 0)::bigint from farm.customer_pay where principal_id = $1
           and on_date between $2 and $3) as "paidIn",
         (select coalesce(sum(amount), 0)::bigint from farm.farm_expense where principal_id = $1
           and on_date between $2 and $3)
         + (select coalesce(sum(m.amount_cents), 0)::bigint from farm.stock_in_money m join farm.stock_in s
             on s.id = m.stock_in_id where m.principal_id = $1 and s.arrived_on between $2 and $3)
         + (select coalesce(sum(greatest(net, 0)), 0)::bigint from farm.recovery where principal_id = $1
           and paid_on between $2 and $3) as "paidOut"`,
      [farmId, from, to],
    );
    const months = await tx.query<never>(
      `select to_char(month, 'YYYY-MM') as month, is_closed as "isClosed", reopen_reason as reason,
         (select u.nickname from platform.user_view u where u.id = closed_by) as by
       from farm.farm_month where principal_id = $1 order by month desc limit 24`,
      [farmId],
    );
    const { rows, total, weighedPct } = figures;
    const spent = sumCents([total.feed, total.drug, total.expense]);
    return {
      principalId: farmId,
      farmName: farm?.name ?? '',
      from,
      to,
      by,
      rows,
      total,
      weighedPct,
      costGain: costGainOf(figures).cents,
      fcr:
        total.gainKg > 0 && total.headDays > 0
          ? Math.round((100 * total.dmKg * Math.min(1, figures.gainDays / total.headDays)) / total.gainKg) / 100
          : null,
      headDayCost: total.headDays > 0 ? times(spent, ratio(1, total.headDays)) : null,
      costKg: own?.cents ?? null,
      price: price ? { cents: price.price, on: price.on } : null,
      cashIn: cash?.paidIn ?? 0,
      cashOut: cash?.paidOut ?? 0,
      sold,
      months,
    };
  });
};

interface Behind {
  on: string;
  what: string;
  detail: string;
  value: number;
  path: string | null;
}
const behind = {
  feed: `select to_char(r.on_date, 'YYYY-MM-DD') as on, p.hovel || ' ' || p.pen_no as what,
      round(r.fed_kg, 1) || ' kg / ' || r.head as detail, m.cost_cents as value, '/anm/feeding/record' as path
    from farm.feeding_record r join farm.feed_money m on m.record_id = r.id left join farm.pen_seen p on p.id = r.pen_id
    where r.principal_id = $1 and r.status = 'done' and r.on_date between $2 and $3
      and ($4::bigint is null or r.pen_id = $4) order by r.on_date desc, r.id desc limit 2000`,
  drug: `select to_char(t.on_date, 'YYYY-MM-DD') as on, c.doc_no as what, c.ear_tag as detail, t.cost as value,
      '/anm/animal/treatment' as path
    from farm.treatment_cost t join farm.case_seen c on c.id = t.treatment_id and c.animal_id = t.animal_id
    where t.principal_id = $1 and t.on_date between $2 and $3 and ($4::bigint is null or coalesce(t.pen_id, 0) = $4)
    order by t.on_date desc, t.id desc limit 2000`,
  expense: `select to_char(e.on_date, 'YYYY-MM-DD') as on, e.kind as what, coalesce(e.text, '') as detail,
      e.amount as value, '/anm/report/expense?id=' || e.id as path
    from farm.farm_expense e where e.principal_id = $1 and e.on_date between $2 and $3 and $4::bigint is null
    order by e.on_date desc, e.id desc limit 2000`,
  gain: `select to_char(w.at, 'YYYY-MM-DD') as on, a.ear_tag as what,
      to_char(w.prev_on, 'YYYY-MM-DD') || ' → ' || round(w.kg, 1) || ' kg' as detail,
      round(w.gain_kg * 100)::bigint as value, '/anm/animal/detail?id=' || w.animal_id as path
    from farm.weight_seen w join farm.animal_seen a on a.id = w.animal_id
    where w.principal_id = $1 and w.status = 'posted' and w.accepted and w.at::date between $2 and $3
      and w.at::date - w.prev_on between 14 and 180 and ($4::bigint is null or coalesce(a.pen_id, 0) = $4)
    order by w.at desc limit 2000`,
} as const;

export const costReportRoutes = (): Route[] => [
  serve('farm', costReport, read),
  serve('farm', costRows, (call) => {
    const { kind, from, to, penId = null } = call.query;
    const farmId = farmOf(call, call.query.principalId);
    return call.database.transaction(call.actor.scope, async (tx) => {
      let rows: Behind[];
      if (kind === 'costKg') {
        const own = await costKgOf(tx, farmId, to);
        rows = (own?.animals ?? []).map((one) => ({
          on: to,
          what: one.earTag,
          detail: `${one.kg} kg`,
          value: one.cost,
          path: `/anm/animal/detail?id=${one.id}`,
        }));
      } else rows = await tx.query<Behind>(behind[kind], [farmId, from, to, penId]);
      return { sum: rows.reduce((sum, one) => sum + one.value, 0), rows };
    });
  }),
];
