import { ratio, sumCents, times } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { bandOf, hundredths, ltvOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { type BoardRow, valueBoard, whatIfValue } from '#modules/bank/contract/product/values.ts';
import { crossingsOf } from './crossings.ts';
import { reading } from './reading.ts';

interface BookRow {
  readonly id: number;
  readonly docNo: string;
  readonly client: string | null;
  readonly owedCents: number;
  readonly eligibleCents: number;
  readonly byStage: Readonly<Record<string, number>>;
  readonly maxLtv: number;
  readonly warnLtv: number;
  readonly callLtv: number;
  readonly stopLtv: number;
}
const open = `('approved', 'effective', 'frozen', 'overdue')`;

/** The newest day of every line the caller sees: its debt as it is now, its value as the last night left it. */
const book = (tx: Tx, bankId: number | null, productId: number | null): Promise<BookRow[]> =>
  tx.query<BookRow>(
    `select c.id, c.doc_no as "docNo", k.client_name as client, c.balance + c.overdue_interest as "owedCents",
       v.eligible_value as "eligibleCents", v.by_stage as "byStage", p.max_ltv as "maxLtv", p.warn_ltv as "warnLtv",
       p.call_ltv as "callLtv", p.stop_ltv as "stopLtv"
     from bank.credit_line c
     join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
     left join bank.bank_client k on k.tenant_no = c.tenant_no and k.id = c.client_id
     join lateral (select o.eligible_value, o.by_stage from bank.credit_value_day o
       where o.tenant_no = c.tenant_no and o.credit_line_id = c.id order by o.day desc limit 1) v on true
     where c.tenant_no = kit.tenant() and c.status in ${open}
       and ($1::bigint is null or c.bank_id = $1) and ($2::bigint is null or p.id = $2)`,
    [bankId, productId],
  );

/** Prices move the value of a stage by as much as they move themselves: no animal has to be valued anew. */
async function whatIf(call: Call<typeof whatIfValue>) {
  const { bankId, productId, pricePct } = call.body;
  const factor = new Map<string, ReturnType<typeof ratio>>();
  const factorOf = (stage: string) => {
    const known = factor.get(stage);
    if (known) return known;
    const pct = typeof pricePct === 'number' ? pricePct : (pricePct[stage] ?? 0);
    const made = ratio(10_000 + hundredths(pct), 10_000);
    factor.set(stage, made);
    return made;
  };
  const rows = await book(call.tx, bankId ?? null, productId ?? null);
  const bands = { within: 0, warn: 0, call: 0, stop: 0 };
  const moves = rows.map((row) => {
    const eligibleAfter = sumCents(Object.entries(row.byStage).map(([stage, cents]) => times(cents, factorOf(stage))));
    const [ltvBefore, ltvAfter] = [ltvOf(row.owedCents, row.eligibleCents), ltvOf(row.owedCents, eligibleAfter)];
    const [from, to] = [bandOf(ltvBefore, row), bandOf(ltvAfter, row)];
    bands[to] += 1;
    return {
      creditLineId: row.id,
      docNo: row.docNo,
      client: row.client,
      balanceCents: row.owedCents,
      eligibleBefore: row.eligibleCents,
      eligibleAfter,
      ltvBefore,
      ltvAfter,
      from,
      to,
    };
  });
  return {
    lines: rows.length,
    eligibleBefore: sumCents(moves.map((one) => one.eligibleBefore)),
    eligibleAfter: sumCents(moves.map((one) => one.eligibleAfter)),
    bands,
    crossing: crossingsOf(moves),
  };
}

const groups: Readonly<Record<string, { column: string; name: string }>> = {
  line: { column: 'c.id', name: 'min(c.doc_no)' },
  client: { column: 'c.client_id', name: 'min(k.client_name)' },
  bank: { column: 'c.bank_id', name: 'registry.principal_name(c.bank_id)' },
  // County, as the regions of clients are told everywhere.
  region: { column: '(k.region_code / 1000000 * 1000000)', name: 'null::text' },
  product: { column: 'p.id', name: `min(p.name || ' v' || p.product_version)` },
};
interface Grouped extends Omit<BoardRow, 'ltv' | 'ltvBefore' | 'hadBefore' | 'name'> {
  readonly name: string | null;
  readonly owedBefore: number;
  readonly eligibleBefore: number;
  readonly linesBefore: number;
}
async function board(call: Call<typeof valueBoard>) {
  const { tx, query } = call;
  const values = [query.bankId ?? null, query.productId ?? null];
  const group = groups[query.by] ?? { column: 'c.id', name: 'min(c.doc_no)' };
  const from = `from bank.credit_line c
    join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
    left join bank.bank_client k on k.tenant_no = c.tenant_no and k.id = c.client_id
    join lateral (select * from bank.credit_value_day o where o.tenant_no = c.tenant_no and o.credit_line_id = c.id
      order by o.day desc limit 1) v on true`;
  const where = `where c.tenant_no = kit.tenant() and c.status in ${open}
    and ($1::bigint is null or c.bank_id = $1) and ($2::bigint is null or p.id = $2)`;
  const rows = await tx.query<Grouped>(
    `select ${group.column} as key, ${group.name} as name, count(*)::int as lines, sum(v.heads)::int as heads,
       sum(v.book_value)::bigint as "bookCents", sum(v.eligible_value)::bigint as "eligibleCents",
       sum(c.balance + c.overdue_interest)::bigint as "balanceCents",
       coalesce(sum(b.balance + b.interest), 0)::bigint as "owedBefore",
       coalesce(sum(b.eligible_value), 0)::bigint as "eligibleBefore", count(b.id)::int as "linesBefore"
     ${from}
     left join lateral (select o.id, o.balance, o.interest, o.eligible_value from bank.credit_value_day o
       where o.tenant_no = c.tenant_no and o.credit_line_id = c.id and o.day < date_trunc('month', current_date)
       order by o.day desc limit 1) b on true
     ${where} group by ${group.column} order by 7 desc, 1 limit 2000`,
    values,
  );
  const stages = await tx.query<{ stage: string; eligibleCents: number }>(
    `select s.key as stage, sum(s.value::bigint)::bigint as "eligibleCents"
     ${from} cross join lateral jsonb_each_text(v.by_stage) s ${where} group by 1 order by 2 desc`,
    values,
  );
  const bands = await tx.query<{ day: string; within: number; warn: number; call: number; stop: number }>(
    `select to_char(v.day, 'YYYY-MM-DD') as day,
       count(*) filter (where v.ltv < p.warn_ltv)::int as within,
       count(*) filter (where v.ltv >= p.warn_ltv and v.ltv < p.call_ltv)::int as warn,
       count(*) filter (where v.ltv >= p.call_ltv and v.ltv < p.stop_ltv)::int as call,
       count(*) filter (where v.ltv is null or v.ltv >= p.stop_ltv)::int as stop
     from bank.credit_value_day v
     join bank.bank_product p on p.tenant_no = v.tenant_no and p.id = v.product_id
     where v.tenant_no = kit.tenant() and v.day > current_date - 90
       and ($1::bigint is null or v.bank_id = $1) and ($2::bigint is null or v.product_id = $2)
     group by v.day order by v.day`,
    values,
  );
  const [last] = await tx.query<{ day: string | null }>(
    `select to_char(max(day), 'YYYY-MM-DD') as day from bank.credit_value_day where tenant_no = kit.tenant()`,
  );
  return {
    day: last?.day ?? null,
    rows: rows.map(({ owedBefore, eligibleBefore, linesBefore, name, ...row }) => ({
      ...row,
      name: name ?? lookups().regionName(row.key, call.language) ?? String(row.key),
      ltv: ltvOf(row.balanceCents, row.eligibleCents),
      ltvBefore: ltvOf(owedBefore, eligibleBefore),
      hadBefore: linesBefore > 0,
    })),
    stages,
    bands,
  };
}

export const valueBoardRoutes = (): Route[] => [
  serve('bank', whatIfValue, reading(whatIf)),
  serve('bank', valueBoard, reading(board)),
];
