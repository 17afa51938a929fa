import type { DataOf } from '#kit/contract/endpoint.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { hundredths } from '#modules/bank/contract/product/value-arithmetic.ts';
import type { whatIfValue } from '#modules/bank/contract/product/values.ts';

/**
 * The newest day of each line `c`, or the newest before another day, as `v` with the columns named. Nearly all lines have one of the night
 * that was valued last, which is read in one go; only the others are looked up one by one.
 */
export function dayOfLine(v: string, columns: readonly string[], before = ''): string {
  const either = (one: string) => `coalesce(${v}_last.${one}, ${v}_other.${one}) as ${one}`;
  const of = (day: string) => (before ? `and ${day}.day < ${before}` : '');
  return `left join bank.credit_value_day ${v}_last
      on ${v}_last.tenant_no = c.tenant_no and ${v}_last.credit_line_id = c.id
      and ${v}_last.day = (select max(d.day) from bank.credit_value_day d
        where d.tenant_no = kit.tenant() ${of('d')})
    left join lateral (select o.* from bank.credit_value_day o
      where ${v}_last.id is null and o.tenant_no = c.tenant_no and o.credit_line_id = c.id ${of('o')}
      order by o.day desc limit 1) ${v}_other on true
    cross join lateral (select ${columns.map(either).join(', ')}) ${v}`;
}
const book = `book as (
    select c.id, c.doc_no, c.client_id, c.balance + c.overdue_interest as owed,
      v.eligible_value as eligible, v.by_stage, p.warn_ltv * 100 as warn, p.call_ltv * 100 as call, p.stop_ltv * 100 as stop
    from bank.credit_line c
    join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
    ${dayOfLine('v', ['id', 'eligible_value', 'by_stage'])}
    where c.tenant_no = kit.tenant() and c.status in ('approved', 'effective', 'frozen', 'overdue')
      and ($1::bigint is null or c.bank_id = $1) and ($2::bigint is null or p.id = $2) and v.id is not null)`;
/** R11 in hundredths of a per cent, half up, as `ltvHundredths` has it. */
const ltv = (eligible: string) => `case when owed = 0 then 0 when ${eligible} = 0 then null
  else div(owed::numeric * 20000 + ${eligible}, 2 * ${eligible}::numeric) end`;
const rank = (of: string) => `case when ${of} is null or ${of} >= stop then 3 when ${of} >= call then 2
  when ${of} >= warn then 1 else 0 end`;

/**
 * Prices move the value of a stage by as much as they move themselves: no animal has to be valued anew. `$3` are hundredths of a per cent
 * for the stages that `$4` does not name. The whole book is one row of sums, and the lines that come into another band, the worst first.
 */
const whatIfSql = `with ${book},
  -- Materialized: an expression that is named is otherwise written into each place that names it
  -- and computed sixteen times.
  moved as materialized (
    select b.*, coalesce((
      select sum(round(s.value::numeric * (10000 + coalesce(($4::jsonb ->> s.key)::int, $3::int)) / 10000))
      from jsonb_each_text(b.by_stage) s), 0)::bigint as after
    from book b),
  rated as materialized (select m.*, ${ltv('eligible')} as ltv_before, ${ltv('after')} as ltv_after from moved m),
  ranked as (select r.*, ${rank('ltv_before')} as rank_before, ${rank('ltv_after')} as rank_after from rated r),
  worst as (select * from ranked where rank_before <> rank_after order by rank_after desc, ltv_after desc, id limit 500)
  select count(*)::int as lines, coalesce(sum(eligible), 0)::bigint as "eligibleBefore",
    coalesce(sum(after), 0)::bigint as "eligibleAfter",
    jsonb_build_object('within', count(*) filter (where rank_after = 0), 'warn', count(*) filter (where rank_after = 1),
      'call', count(*) filter (where rank_after = 2), 'stop', count(*) filter (where rank_after = 3)) as bands,
    (select coalesce(jsonb_agg(jsonb_build_object('creditLineId', w.id, 'docNo', w.doc_no, 'client', k.client_name,
        'balanceCents', w.owed, 'eligibleBefore', w.eligible, 'eligibleAfter', w.after,
        'ltvBefore', w.ltv_before / 100, 'ltvAfter', w.ltv_after / 100,
        'from', (array['within', 'warn', 'call', 'stop'])[w.rank_before + 1],
        'to', (array['within', 'warn', 'call', 'stop'])[w.rank_after + 1])
        order by w.rank_after desc, w.ltv_after desc, w.id), '[]')
      from worst w left join bank.bank_client k on k.tenant_no = kit.tenant() and k.id = w.client_id) as crossing
  from ranked`;

export interface WhatIfAsk {
  readonly bankId?: number | undefined;
  readonly productId?: number | undefined;
  readonly pricePct: number | Readonly<Record<string, number>>;
}
export async function whatIfOf(
  tx: Tx,
  { bankId, productId, pricePct }: WhatIfAsk,
): Promise<DataOf<typeof whatIfValue>> {
  const isOne = typeof pricePct === 'number';
  const named = isOne
    ? {}
    : Object.fromEntries(Object.entries(pricePct).map(([stage, pct]) => [stage, hundredths(pct)]));
  const [answer] = await tx.query<DataOf<typeof whatIfValue>>(whatIfSql, [
    bankId ?? null,
    productId ?? null,
    isOne ? hundredths(pricePct) : 0,
    JSON.stringify(named),
  ]);
  return answer as DataOf<typeof whatIfValue>;
}
