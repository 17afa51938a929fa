import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Doer, record } from '../catalogue/operating-record.ts';
import { name, tellUnit } from '../common.ts';
import { drawSums, openSettlement } from './settlement.ts';
import { insertLine, type NewLine } from './settlement-line.ts';

interface Due extends NewLine {
  readonly supplierId: number;
  readonly payerId: number;
}
const done = `to_char(o.completed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
/** Before the end of the month, in China. */
const before = (column: string) =>
  `${column} < (to_date($1, 'YYYY-MM') + interval '1 month') at time zone 'Asia/Shanghai'`;

/** Refunds that were made before the order was completed are in its line; later ones are lines of their own. */
const takenBack = `(select coalesce(sum(x.subsidised_qty * l.subsidy_per_unit), 0)::bigint
    from commerce.after_sale a join commerce.after_sale_line x on x.after_sale_id = a.id
    join commerce.trade_order_line l on l.id = x.order_line_id
    where a.order_id = o.id and a.status = 'finished' and a.finished_at <= o.completed_at)`;
const unsent = `(select coalesce(sum(greatest(0, l.subsidised_qty - (l.qty - l.cancelled_qty)) * l.subsidy_per_unit),
    0)::bigint
    from commerce.trade_order_line l where l.order_id = o.id)`;
const refunded = `(select coalesce(sum(a.agreed_amount), 0)::bigint from commerce.after_sale a where a.order_id = o.id
    and a.status = 'finished' and a.finished_at <= o.completed_at)`;
/** What the buyer would have paid for what was never sent: without the subsidy those units had. */
const cancelled = `(select coalesce(sum(l.cancelled_qty * l.sale_price
      - greatest(0, l.subsidised_qty - (l.qty - l.cancelled_qty)) * l.subsidy_per_unit), 0)::bigint
    from commerce.trade_order_line l where l.order_id = o.id)`;

const heads = `'subsidy' as kind, o.id as "orderId", o.order_no as "orderNo", o.supplier_id as "supplierId",
  ${name('o.principal_id')} as buyer`;
const open = `o.tenant_no = kit.tenant() and o.status = 'completed' and ${before('o.completed_at')}
  and ($2::bigint is null or o.supplier_id = $2)`;
const never = (kind: string) => `not exists (select 1 from commerce.settlement_line s where s.tenant_no = o.tenant_no
  and s.kind = '${kind}' and s.order_id = o.id and s.after_sale_id is null)`;
/** Whatever was or is settled now: the order comes in the same make at the latest. */
const once = (kind: string) => `not exists (select 1 from commerce.settlement_line s where s.tenant_no = o.tenant_no
  and s.kind = '${kind}' and s.after_sale_id = a.id)`;

/** R24–R26: what the authority owes for subsidised units that were kept. */
const subsidySql = `select ${heads}, $3::bigint as "payerId", null::bigint as "afterSaleId", ${done} as "doneOn",
    m.goods, m.freight, m.subsidy, ${takenBack} + ${unsent} as refund, m.subsidy - ${takenBack} - ${unsent} as net
  from commerce.trade_order o join commerce.trade_order_money m on m.order_id = o.id
  where ${open} and m.subsidy > 0 and ${never('subsidy')}
  union all
  select ${heads}, $3::bigint, a.id, to_char(a.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), 0, 0, 0,
    w.cents, -w.cents
  from commerce.trade_order o join commerce.after_sale a on a.order_id = o.id
  cross join lateral (select coalesce(sum(x.subsidised_qty * l.subsidy_per_unit), 0)::bigint as cents
    from commerce.after_sale_line x join commerce.trade_order_line l on l.id = x.order_line_id
    where x.after_sale_id = a.id) w
  where ${open} and a.status = 'finished' and a.finished_at > o.completed_at and ${before('a.finished_at')}
    and w.cents > 0 and ${once('subsidy')}
  order by "supplierId", "orderId"`;

/** What a buyer owes who pays by the month. */
const monthlySql = `select ${heads.replace("'subsidy'", "'monthly'")}, o.principal_id as "payerId",
    null::bigint as "afterSaleId", ${done} as "doneOn", m.goods, m.freight, m.subsidy,
    ${refunded} + ${cancelled} as refund, m.payable - ${refunded} - ${cancelled} as net
  from commerce.trade_order o join commerce.trade_order_money m on m.order_id = o.id
  where ${open} and $3::bigint is not null and o.pay_mode = 'monthly' and ${never('monthly')}
  union all
  select ${heads.replace("'subsidy'", "'monthly'")}, o.principal_id, a.id,
    to_char(a.finished_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), 0, 0, 0, a.agreed_amount, -a.agreed_amount
  from commerce.trade_order o join commerce.after_sale a on a.order_id = o.id
  where ${open} and o.pay_mode = 'monthly' and a.status = 'finished' and a.finished_at > o.completed_at
    and ${before('a.finished_at')} and a.agreed_amount > 0 and ${once('monthly')}
  order by "supplierId", "payerId", "orderId"`;

export interface Making {
  readonly kind: 'subsidy' | 'monthly';
  readonly period: string;
  readonly supplierId: number | null;
  readonly by: Doer;
  /** Nobody is told: of months long past. */
  readonly isQuiet?: boolean;
}
/** One at a time in a tenant; made again it makes nothing (R25). */
export async function makeFor(all: Tx, { kind, period, supplierId, by, isQuiet = false }: Making): Promise<string[]> {
  await all.query("select pg_advisory_xact_lock(hashtextextended('commerce.settlement', $1))", [all.scope.tenantNo]);
  const [root] = await all.query<{ id: number }>(
    `select id from commerce.unit_seen where tenant_no = kit.tenant() and parent_id is null and type = 'authority'
     order by id limit 1`,
  );
  if (!root) throw invalid([{ field: 'kind', key: 'error.notFound' }]);
  const due = await all.query<Due>(kind === 'subsidy' ? subsidySql : monthlySql, [period, supplierId, root.id]);
  const made: string[] = [];
  for (const [, lines] of Map.groupBy(due, (one) => `${one.supplierId} ${one.payerId}`)) {
    const [first] = lines;
    if (!first || first.supplierId === first.payerId) continue;
    const at = await openSettlement(all, { supplierId: first.supplierId, payerId: first.payerId, kind, period });
    if (!at) continue;
    for (const line of lines) await insertLine(all, at.row.id, line);
    await drawSums(all, at.row);
    if (!at.isNew) continue;
    made.push(at.row.docNo);
    await record(all, by, {
      objectType: 'settlement',
      objectId: at.row.id,
      objectName: at.row.docNo,
      supplierId: at.row.supplierId,
      principalId: kind === 'monthly' ? at.row.payerId : null,
      action: 'make',
    });
    if (isQuiet) continue;
    const title = { key: 'commerce.settlement.told_make', args: { docNo: at.row.docNo, period } };
    await tellUnit(all, at.row.supplierId, title, `/suppliers/settlement?keyword=${at.row.docNo}`);
  }
  return made;
}
