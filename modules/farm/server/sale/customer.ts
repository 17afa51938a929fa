import { notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { customer, customerCard, receivables } from '#modules/farm/contract/sale/customer.ts';
import { farmOf, unitOf } from './own-farm.ts';

const orders = "from farm.sale_order o where o.customer_id = t.id and o.status in ('delivered', 'closed')";
const owed = `coalesce((select sum(o.amount - o.paid) ${orders}), 0)`;

const checkUnit = async (call: Call, values: { principalRef: number | null }) => {
  if (values.principalRef) await unitOf(call.tx, values.principalRef, 'principalRef');
};

export interface Customer {
  readonly id: number;
  readonly name: string;
  readonly principalRef: number | null;
  readonly creditLimit: number | null;
  readonly owed: number;
}
export async function customerOf(tx: Tx, id: number): Promise<Customer> {
  const [row] = await tx.query<Customer>(
    `select t.id, t.name, t.principal_ref as "principalRef", t.credit_limit as "creditLimit", ${owed} as owed
     from farm.customer t where t.id = $1`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

/** R30: who owes too much gets nothing more, unless somebody who may says so. */
export async function mustHaveCredit(call: Call, one: Customer, more: number): Promise<void> {
  if (one.creditLimit === null || one.owed + more <= one.creditLimit) return;
  if (call.actor.actions.has('anm:sale:overCredit')) return;
  throw refusal('overCredit', 'farm.tradeRefusal.overCredit', { name: one.name });
}

/** A customer that was two units is one. */
export const reassignUnit = (tx: Tx, from: number, to: number): Promise<unknown> =>
  tx.query('update farm.customer set principal_ref = $2 where tenant_no = kit.tenant() and principal_ref = $1', [
    from,
    to,
  ]);

export const customerRoutes = (): Route[] => [
  ...serveResource(customer)({
    expressions: {
      unitName: 'registry.principal_name(t.principal_ref)',
      headSold: `coalesce((select sum(o.head) ${orders}), 0)::int`,
      amountSold: `coalesce((select sum(o.amount) ${orders}), 0)::bigint`,
      owed: `${owed}::bigint`,
      overLimit: `coalesce(${owed} > t.credit_limit, false)`,
      lastDealOn: `(select max(o.delivered_on) ${orders})`,
    },
    before: {
      add: async (call, values) => {
        await checkUnit(call, values);
        return { principalId: farmOf(call, values.principalId) };
      },
      edit: async (call, values) => {
        await checkUnit(call, values);
        return undefined;
      },
    },
  }),
  serve('farm', receivables, async (call) => {
    const { principalId = null } = call.query;
    const [[row]] = await call.database.read<
      [{ total: number; upTo30: number; upTo60: number; over60: number; customers: number }]
    >(call.actor.scope, {
      text: `select coalesce(sum(d.owed), 0)::bigint as total, count(distinct d.who)::int as customers,
          coalesce(sum(d.owed) filter (where d.days <= 30), 0)::bigint as "upTo30",
          coalesce(sum(d.owed) filter (where d.days between 31 and 60), 0)::bigint as "upTo60",
          coalesce(sum(d.owed) filter (where d.days > 60), 0)::bigint as "over60"
        from (
          select o.customer_id as who, o.amount - o.paid as owed, current_date - o.delivered_on as days
          from farm.sale_order o where o.status = 'delivered' and o.amount > o.paid
            and ($1::bigint is null or o.principal_id = $1)
          union all
          select 0 - m.slaughterhouse_id, m.amount - m.paid, current_date - m.settled_on
          from farm.slaughter_money m where m.settled_on is not null and m.amount > m.paid
            and m.principal_id = any ($2) and ($1::bigint is null or m.principal_id = $1)
        ) d`,
      values: [principalId, call.actor.scope.principals],
    });
    return row as { total: number; upTo30: number; upTo60: number; over60: number; customers: number };
  }),
  serve('farm', customerCard, async (call) => {
    const { id } = call.query;
    const [own, deals, payments, months] = await call.database.read<[{ id: number }, never, never, never]>(
      call.actor.scope,
      { text: 'select id from farm.customer where id = $1', values: [id] },
      {
        text: `select id, doc_no as "docNo", to_char(coalesce(delivered_on, deliver_on), 'YYYY-MM-DD') as on, head, kg,
            amount, paid, status from farm.sale_order where customer_id = $1 and status <> 'cancelled'
          order by coalesce(delivered_on, deliver_on) desc, id desc limit 100`,
        values: [id],
      },
      {
        text: `select p.id, to_char(p.on_date, 'YYYY-MM-DD') as on, p.amount, p.way, o.doc_no as "docNo"
          from farm.customer_pay p join farm.sale_order o on o.id = p.order_id where p.customer_id = $1
          order by p.on_date desc, p.id desc limit 100`,
        values: [id],
      },
      {
        text: `select to_char(delivered_on, 'YYYY-MM') as month, round(sum(amount) / sum(kg))::int as "kgPrice",
            sum(head)::int as head
          from farm.sale_order where customer_id = $1 and status in ('delivered', 'closed') and kg > 0
          group by 1 order by 1 desc limit 24`,
        values: [id],
      },
    );
    if (own.length === 0) throw notFound();
    return { deals, payments, months };
  }),
];
