import type { Route } from '#kit/server/http/call.ts';
import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { tradeStat } from '#modules/commerce/contract/stat/trade-stat.ts';
import { name } from '../common.ts';
import { openComplaint } from '../complaint/after-sale.ts';
import { type Marks, scoreOf } from './supplier-score.ts';

interface Counted {
  readonly child: number;
  readonly month: string;
  readonly orders: number;
  readonly completed: number;
  readonly late: number;
  readonly disputed: number;
  readonly subsidised: number;
  readonly subsidy: number;
}
interface Summed {
  readonly child: number | null;
  readonly categoryId: number | null;
  readonly category: string | null;
  readonly buyers: number;
  readonly amount: number;
  readonly market: number | null;
}
interface Sold extends Marks {
  readonly supplierId: string;
  readonly supplier: string;
  readonly orders: number;
  readonly acceptHours: number | null;
}
interface Aided {
  readonly programme: string;
  readonly aidOrders: number;
  readonly aidPromised: number;
  readonly aidSpent: number;
  readonly aidWhole: number;
}

const placed = `(o.placed_at at time zone 'Asia/Shanghai')::date`;
const day = `(now() at time zone 'Asia/Shanghai')::date`;
const where = `o.tenant_no = kit.tenant() and o.region_code >= $1 and o.region_code < $2
  and o.status not in ('cancelled', 'closed') and ($3::date is null or ${placed} >= $3)
  and ($4::date is null or ${placed} <= $4)`;
const disputed = `exists (select 1 from commerce.after_sale a where a.order_id = o.id and ${openComplaint})`;
const countedSql = `select o.region_code / $5::bigint * $5::bigint as child, to_char(${placed}, 'YYYY-MM') as month,
    count(*)::int as orders, (count(*) filter (where o.status = 'completed'))::int as completed,
    (count(*) filter (where o.status in ('pendingShip', 'shipping') and o.promised_on < ${day}))::int as late,
    (count(*) filter (where ${disputed}))::int as disputed, (count(*) filter (where o.subsidised))::int as subsidised,
    coalesce(sum((select s.subsidy from commerce.trade_order_subsidy s where s.order_id = o.id)), 0)::bigint as subsidy
  from commerce.trade_order o where ${where} group by 1, 2`;
const soldSql = `select m.supplier_id::text as "supplierId", ${name('m.supplier_id')} as supplier, m.orders,
    m.completed, m.accepted, m.in_day as "inDay", m.accept_hours as "acceptHours", m.shipments, m.on_time as "onTime",
    m.at_fault as "atFault", m.rating
  from commerce.supplier_marks($1, $2, $3::date, $4::date) m order by m.orders desc, m.supplier_id limit 20`;
const aidedSql = `select f.programme, f.orders as "aidOrders", f.promised as "aidPromised", f.spent as "aidSpent",
    coalesce((select sum(s.subsidy_quota * s.subsidy_per_unit) from commerce.product p
      join commerce.product_sku s on s.parent_id = p.id
      where p.tenant_no = kit.tenant() and p.subsidy_program = f.programme and p.status <> 'retired'), 0)::bigint
      as "aidWhole"
  from commerce.aid_spent($1, $2, $3::date, $4::date) f order by f.promised desc, f.programme`;
const summedSql = (label: string) => `select f.child, f.category_id as "categoryId", ${label} as category, f.buyers,
    f.amount, f.market
  from commerce.trade_sums($1, $2, $5, $3::date, $4::date) f
  left join commerce.category_seen c on c.id = f.category_id`;

const sum = <T>(rows: readonly T[], key: keyof T): number => rows.reduce((all, one) => all + Number(one[key]), 0);
const tenth = (n: number | null) => (n === null ? null : Math.round(n * 10) / 10);
/** Against the market only where the whole amount is told. */
const priced = (money: Summed | undefined) => ({
  buyers: money?.buyers ?? 0,
  amount: money?.amount ?? 0,
  market: money?.market ?? null,
  saved: money && money.market !== null ? money.market - money.amount : null,
});

/** Under the caller's own rules; amounts of what is not subsidised as sums of three buyers or more. */
async function figures({ call, place, filter, read }: ReportAsk<typeof tradeStat>) {
  const label = { zh_CN: 'c.name', zh_TW: 'coalesce(c.name_tw, c.name)', en: 'coalesce(c.name_en, c.name)' }[
    call.language
  ];
  const span = [...place.range, filter.from ?? null, filter.to ?? null];
  const values = [...span, place.width];
  const [counted, sold, aided, summed] = await read<[Counted, Sold, Aided, Summed]>(
    { text: countedSql, values },
    { text: soldSql, values: span },
    { text: aidedSql, values: span },
    { text: summedSql(label), values },
  );
  const whole = summed.find((one) => one.child === null && one.categoryId === null);
  const line = (own: readonly Counted[], money: Summed | undefined) => ({
    orders: sum(own, 'orders'),
    completed: sum(own, 'completed'),
    late: sum(own, 'late'),
    disputed: sum(own, 'disputed'),
    subsidised: sum(own, 'subsidised'),
    subsidy: sum(own, 'subsidy'),
    ...priced(money),
  });
  const months = [...Map.groupBy(counted, (one) => one.month)].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    rows: place.parts.map(({ code }) => ({
      regionCode: code,
      ...line(
        counted.filter((one) => one.child === code),
        summed.find((one) => one.child === code),
      ),
    })),
    total: line(counted, whole),
    parts: {
      months: months.map(([month, own]) => ({ month, orders: sum(own, 'orders'), completed: sum(own, 'completed') })),
      suppliers: sold
        .map((one) => ({
          ...one,
          acceptHours: tenth(one.acceptHours),
          rating: tenth(one.rating),
          score: scoreOf(one),
        }))
        .sort((a, b) => (b.score ?? 0) - (a.score ?? 0)),
      categories: summed
        .filter((one) => one.categoryId !== null && one.amount > 0)
        .sort((a, b) => b.amount - a.amount)
        .slice(0, 12)
        .map((one) => ({ category: one.category ?? '', ...priced(one) })),
      programmes: aided,
    },
  };
}

export const tradeStatRoutes = (): Route[] => serveReport(tradeStat)(figures);
