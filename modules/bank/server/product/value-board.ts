import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { ltvOf } from '#modules/bank/contract/product/value-arithmetic.ts';
import { type BoardRow, valueBoard, whatIfValue } from '#modules/bank/contract/product/values.ts';
import { reading } from './reading.ts';
import { dayOfLine, whatIfOf } from './what-if.ts';

const open = `('approved', 'effective', 'frozen', 'overdue')`;

/** The chart of bands: so many days back, of at most so many rows. */
const bandDays = 90;
const bandRows = 200_000;

const groups: Readonly<Record<string, { column: string; name: string }>> = {
  line: { column: 'c.id', name: 'min(c.doc_no)' },
  client: { column: 'c.client_id', name: 'min(k.client_name)' },
  bank: { column: 'c.bank_id', name: 'registry.principal_name(c.bank_id)' },
  // County, as the regions of clients are told everywhere.
  region: { column: '(k.region_code / 1000000 * 1000000)', name: 'null::text' },
  product: { column: 'p.id', name: `min(p.name || ' v' || p.product_version)` },
};
type BoardSums = Pick<BoardRow, 'lines' | 'heads' | 'bookCents' | 'eligibleCents' | 'balanceCents'>;
interface Grouped extends Omit<BoardRow, 'ltv' | 'ltvBefore' | 'hadBefore' | 'name'> {
  readonly name: string | null;
  readonly owedBefore: number;
  readonly eligibleBefore: number;
  readonly linesBefore: number;
  /** Of all rows, those beyond the limit too. */
  readonly total: BoardSums;
}
async function board(call: Call<typeof valueBoard>) {
  const { tx, query } = call;
  const values = [query.bankId ?? null, query.productId ?? null];
  const group = groups[query.by] ?? { column: 'c.id', name: 'min(c.doc_no)' };
  const from = `from bank.credit_line c
    join bank.bank_product p on p.tenant_no = c.tenant_no and p.id = c.product_id
    left join bank.bank_client k on k.tenant_no = c.tenant_no and k.id = c.client_id
    ${dayOfLine('v', ['id', 'heads', 'book_value', 'eligible_value', 'by_stage'])}`;
  const where = `where c.tenant_no = kit.tenant() and c.status in ${open}
    and ($1::bigint is null or c.bank_id = $1) and ($2::bigint is null or p.id = $2) and v.id is not null`;
  const rows = await tx.query<Grouped>(
    `select ${group.column} as key, ${group.name} as name, count(*)::int as lines, sum(v.heads)::int as heads,
       sum(v.book_value)::bigint as "bookCents", sum(v.eligible_value)::bigint as "eligibleCents",
       sum(c.balance + c.overdue_interest)::bigint as "balanceCents",
       coalesce(sum(b.balance + b.interest), 0)::bigint as "owedBefore",
       coalesce(sum(b.eligible_value), 0)::bigint as "eligibleBefore", count(b.id)::int as "linesBefore",
       jsonb_build_object('lines', sum(count(*)) over (), 'heads', sum(sum(v.heads)) over (),
         'bookCents', sum(sum(v.book_value)) over (), 'eligibleCents', sum(sum(v.eligible_value)) over (),
         'balanceCents', sum(sum(c.balance + c.overdue_interest)) over ()) as total
     ${from}
     ${dayOfLine('b', ['id', 'balance', 'interest', 'eligible_value'], "date_trunc('month', current_date)")}
     ${where} group by ${group.column} order by 7 desc, 1 limit 2000`,
    values,
  );
  const stages = await tx.query<{ stage: string; eligibleCents: number }>(
    `select s.key as stage, sum(s.value::bigint)::bigint as "eligibleCents"
     ${from} cross join lateral jsonb_each_text(v.by_stage) s ${where} group by 1 order by 2 desc`,
    values,
  );
  const total = rows[0]?.total ?? { lines: 0, heads: 0, bookCents: 0, eligibleCents: 0, balanceCents: 0 };
  // Of a large book only every third, fifth or tenth day is drawn: ninety days of all its lines would be a million rows.
  const step = Math.max(1, Math.ceil((total.lines * bandDays) / bandRows));
  const bands = await tx.query<{ day: string; within: number; warn: number; call: number; stop: number }>(
    `select to_char(v.day, 'YYYY-MM-DD') as day,
       count(*) filter (where v.ltv < p.warn_ltv)::int as within,
       count(*) filter (where v.ltv >= p.warn_ltv and v.ltv < p.call_ltv)::int as warn,
       count(*) filter (where v.ltv >= p.call_ltv and v.ltv < p.stop_ltv)::int as call,
       count(*) filter (where v.ltv is null or v.ltv >= p.stop_ltv)::int as stop
     from bank.credit_value_day v
     join bank.bank_product p on p.tenant_no = v.tenant_no and p.id = v.product_id
     where v.tenant_no = kit.tenant()
       and v.day = any (array(select current_date - n from generate_series(0, ${bandDays - 1}, $3::int) n))
       and ($1::bigint is null or v.bank_id = $1) and ($2::bigint is null or v.product_id = $2)
     group by v.day order by v.day`,
    [...values, step],
  );
  const [last] = await tx.query<{ day: string | null }>(
    `select to_char(max(day), 'YYYY-MM-DD') as day from bank.credit_value_day where tenant_no = kit.tenant()`,
  );
  return {
    day: last?.day ?? null,
    total,
    rows: rows.map(({ owedBefore, eligibleBefore, linesBefore, total: _total, name, ...row }) => ({
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
  serve(
    'bank',
    whatIfValue,
    reading((call) => whatIfOf(call.tx, call.body)),
  ),
  serve('bank', valueBoard, reading(board)),
];
