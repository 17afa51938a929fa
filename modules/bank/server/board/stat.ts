import type { Statement } from '#kit/server/db/database.ts';
import { shortRegionName } from '#kit/server/report/place.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { today } from '#kit/server/today.ts';
import { bankStat } from '#modules/bank/contract/board/bank-stat.ts';

type By = 'branch' | 'manager' | 'product' | 'month' | 'region';
type Row = { readonly key: string } & Readonly<Record<string, number | null>>;

/** What a credit line belongs to, by the group; the month is each record's own. */
const keys: Record<By, string> = {
  branch: 'l.bank_id::text',
  manager: 'l.manager_user_id::text',
  product: 'd.product_code',
  region: '(c.region_code / $5::bigint * $5::bigint)::text',
  month: "''",
};
/** The lines the caller sees, each with its key; $1 branch, $2 product, $3 and $4 the period, $5 the width of a region. */
const linesOf = (by: By) => `l as materialized (
    select l.id, l.principal_id, l.bank_id, l.status, l.balance, l.submitted_at, l.settled_at, ${keys[by]} as key
    from bank.credit_line l join bank.bank_client c on c.tenant_no = l.tenant_no and c.id = l.client_id
      join bank.bank_product d on d.tenant_no = l.tenant_no and d.id = l.product_id
    where l.tenant_no = kit.tenant() and ($1::bigint is null or l.bank_id = $1)
      and ($2::text is null or d.product_code = $2)
      and $3::date <= $4::date and $5::bigint > 0)`;
const monthOf = (by: By, day: string, key = 'l.key') => (by === 'month' ? `to_char(${day}, 'YYYY-MM')` : key);
/** The pledge a site's counts and visits are booked under: its oldest live one, else its last. */
const ofSite = `join lateral (select p.credit_line_id from bank.pledge p where p.tenant_no = x.tenant_no
    and p.site_id = x.site_id
    order by (p.status in ('active', 'enforceAsked', 'enforcing')) desc, p.id limit 1) p on true
      join l on l.id = p.credit_line_id`;
const held = `('pledged', 'releasing', 'missing')`;
const open = `('effective', 'frozen', 'overdue')`;

function statements(by: By): Record<string, string> {
  const now = by !== 'month';
  return {
    lines: `select ${monthOf(by, 'l.submitted_at')} as key, ${
      now
        ? `count(distinct l.principal_id) filter (where l.status in ${open})::int as clients,
           count(*) filter (where l.status in ${open})::int as lines,
           coalesce(sum(l.balance), 0)::bigint as outstanding`
        : 'count(distinct l.principal_id)::int as clients, count(*)::int as lines'
    } from l ${now ? '' : 'where l.submitted_at is not null and l.submitted_at::date between $3 and $4'} group by 1`,
    heads: `select l.key, count(*)::int as heads, count(distinct i.pledge_id)::int as pledges,
        (count(*) filter (where i.seen_at > now() - interval '24 hours'))::int as seen,
        (count(*) filter (where i.cover_to >= (now() at time zone 'Asia/Shanghai')::date))::int as covered
      from bank.pledge_item i join bank.pledge p on p.tenant_no = i.tenant_no and p.id = i.pledge_id
        join l on l.id = p.credit_line_id
      where ${now} and i.tenant_no = kit.tenant() and i.state in ${held} group by 1`,
    values: `select key, sum(book)::bigint as "bookValue", sum(eligible)::bigint as "eligibleValue" ${
      now ? '' : ', sum(balance)::bigint as outstanding, sum(heads)::int as heads'
    } from (select distinct on (l.id, ${monthOf(by, 'v.day')}) ${monthOf(by, 'v.day')} as key, v.book_value as book,
        v.eligible_value as eligible, v.balance, v.heads
      from bank.credit_value_day v join l on l.id = v.credit_line_id
      where v.tenant_no = kit.tenant() and v.day <= $4 and ${now ? `l.status in ${open}` : 'v.day >= $3'}
      order by l.id, ${monthOf(by, 'v.day')}, v.day desc) last group by 1`,
    overdue: `select l.key, coalesce(sum(n.balance), 0)::bigint as overdue from bank.loan n
      join l on l.id = n.credit_line_id
      where ${now} and n.tenant_no = kit.tenant() and n.status = 'overdue' group by 1`,
    counts: `select ${monthOf(by, 'x.due_on')} as key, count(*)::int as "countsDue",
        (count(*) filter (where (x.ended_at at time zone 'Asia/Shanghai')::date <= x.due_on))::int as "countsOnTime",
        coalesce(sum(x.book_heads) filter (where x.status = 'settled'), 0)::int as "countBook",
        coalesce(sum(x.found) filter (where x.status = 'settled'), 0)::int as "countFound",
        coalesce(sum(x.missing) filter (where x.status = 'settled'), 0)::int as "gapHead"
      from bank.pledge_count x ${ofSite}
      where x.tenant_no = kit.tenant() and x.status <> 'cancelled' and x.due_on between $3 and $4 group by 1`,
    patrols: `select ${monthOf(by, 'x.due_on')} as key, count(*)::int as "patrolsDue",
        (count(*) filter (where (x.ended_at at time zone 'Asia/Shanghai')::date <= x.due_on))::int as "patrolsOnTime"
      from bank.patrol_visit x ${ofSite} where x.tenant_no = kit.tenant() and x.due_on between $3 and $4 group by 1`,
    lead: `select ${monthOf(by, 'paid.day')} as key,
        percentile_cont(0.5) within group (order by paid.day - (l.submitted_at at time zone 'Asia/Shanghai')::date)::float8
          as "leadDays"
      from l join lateral (select min(y.happened_on) as day from bank.credit_payment y where y.tenant_no = kit.tenant()
        and y.credit_line_id = l.id and y.kind in ('disburse', 'entrusted') and y.status = 'executed') paid on true
      where paid.day between $3 and $4 and l.submitted_at is not null group by 1`,
    release: `select ${monthOf(by, 'p.discharged_at')} as key, percentile_cont(0.5) within group (order by (
        select count(*) from generate_series((l.settled_at at time zone 'Asia/Shanghai')::date + 1,
          (p.discharged_at at time zone 'Asia/Shanghai')::date, interval '1 day') g(d)
          where extract(isodow from g.d) < 6))::float8
          as "releaseDays"
      from bank.pledge p join l on l.id = p.credit_line_id
      where p.tenant_no = kit.tenant() and l.settled_at is not null and p.discharged_at::date between $3 and $4
        group by 1`,
    disposals: `select ${monthOf(by, 'x.sold_on')} as key, coalesce(sum(x.net_proceeds), 0)::bigint as recovered,
        coalesce(sum(x.debt_at_sale), 0)::bigint as enforced
      from bank.disposal_case x join l on l.id = x.credit_line_id
      where x.tenant_no = kit.tenant() and x.sold_on between $3 and $4 group by 1`,
  };
}

/** First day of the month so many months before. */
const monthsBack = (day: string, months: number): string =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10);

/** 金融统计 of a bank: what it may see of its own tree, by branch, manager, product, month or region. */
async function figures({ call, place, by, filter, read }: ReportAsk<typeof bankStat>) {
  const group = by as By;
  const to = filter.to ?? today();
  const from = filter.from ?? monthsBack(to, 11);
  const values = [filter.branchId ? Number(filter.branchId) : null, filter.productId ?? null, from, to, place.width];
  const texts = Object.values(statements(group)).map(
    (text): Statement<Row> => ({ text: `with ${linesOf(group)} ${text}`, values }),
  );
  const [total] = await read<[Row]>({
    text: `with ${linesOf(group)} select '' as key, count(distinct principal_id)::int as clients from l
      where status in ${open}`,
    values,
  });
  const found = (await read<Row[]>(...(texts as never[]))) as unknown as Row[][];
  const rows = new Map<string, Record<string, number | null>>();
  for (const { key, ...more } of found.flat()) if (key !== null) rows.set(key, { ...rows.get(key), ...more });
  const [branches, products, managers] = await read<
    [{ id: number; name: string }, { code: string; name: string }, { id: number; name: string }]
  >(
    {
      text: `select distinct bank_id as id, coalesce(registry.principal_name(bank_id), '') as name from bank.bank_client
        where tenant_no = kit.tenant() order by 1`,
      values: [],
    },
    {
      text: `select distinct on (product_code) product_code as code, name from bank.bank_product
        where tenant_no = kit.tenant() order by product_code, product_version desc`,
      values: [],
    },
    {
      text: `select u.id, u.nickname as name from platform.user_view u where u.tenant_no = kit.tenant()
        and u.id in (select l.manager_user_id from bank.credit_line l where l.tenant_no = kit.tenant())`,
      values: [],
    },
  );
  const nameOf = (key: string): string => {
    if (group === 'branch') return branches.find((one) => String(one.id) === key)?.name ?? key;
    if (group === 'product') return products.find((one) => one.code === key)?.name ?? key;
    if (group === 'manager') return managers.find((one) => String(one.id) === key)?.name ?? key;
    return group === 'region' ? shortRegionName(Number(key), call.language) : key;
  };
  return {
    filter: { from, to },
    facts: { from, to },
    total: { clients: total[0]?.clients ?? 0 },
    choices: {
      branchId: branches.map((one) => ({ value: String(one.id), label: one.name })),
      productId: products.map((one) => ({ value: one.code, label: one.name })),
    },
    rows: [...rows]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, row]) => ({ ...row, key, name: nameOf(key), regionCode: group === 'region' ? Number(key) : null })),
  };
}

export const statRoutes = () => serveReport(bankStat)(figures as never);
