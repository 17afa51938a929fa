import { notFound } from '#kit/contract/errors.ts';
import { recordCalc } from '#kit/server/calc/calc.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Sides } from '../common.ts';
import { type OrderSum, orderCalc, type SumLine } from '../shop/order-calc.ts';

export interface Money {
  readonly id: number;
  readonly goods: number;
  readonly freight: number;
  readonly subsidy: number;
  readonly payable: number;
  readonly paid: number;
  readonly refunded: number;
}
export async function moneyOf(all: Tx, orderId: number, lock = false): Promise<Money> {
  const [row] = await all.query<Money>(
    `select id, goods, freight, subsidy, payable, paid, refunded from commerce.trade_order_money
     where tenant_no = kit.tenant() and order_id = $1${lock ? ' for update' : ''}`,
    [orderId],
  );
  if (!row) throw notFound();
  return row;
}

export interface Costs extends Sides {
  readonly orderId: number;
  readonly sum: OrderSum;
  readonly lines: readonly SumLine[];
  readonly by: number;
}
/** Both what it costs and how that came about. */
export async function insertMoney(all: Tx, { orderId, principalId, supplierId, sum, lines, by }: Costs): Promise<void> {
  const [row] = await all.query<{ id: number }>(
    `insert into commerce.trade_order_money (tenant_no, order_id, principal_id, supplier_id, goods, freight, subsidy,
       payable, created_by) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8) returning id`,
    [orderId, principalId, supplierId, sum.goods, sum.freight, sum.subsidy, sum.payable, by],
  );
  if (!row) throw notFound();
  await recordCalc(all, {
    kind: orderCalc,
    id: row.id,
    rule: { ref: `commerce.tradeOrder:${orderId}`, content: { lines: lines.map((one) => ({ ...one })) } },
    inputs: { lines: lines.map((one) => ({ ...one })) },
  });
}

export const addPaid = (all: Tx, orderId: number, cents: number): Promise<unknown> =>
  all.query(
    `update commerce.trade_order_money set paid = paid + $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and order_id = $1`,
    [orderId, cents],
  );
export const addRefunded = (all: Tx, orderId: number, cents: number): Promise<unknown> =>
  all.query(
    `update commerce.trade_order_money set refunded = refunded + $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and order_id = $1`,
    [orderId, cents],
  );

/** Follows the order it is about. */
export async function reassignMoney(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update commerce.trade_order_money m set principal_id = $2 from commerce.trade_order o
     where o.id = m.order_id and m.tenant_no = kit.tenant() and m.principal_id = $1 and o.principal_id = $2`,
    [from, to],
  );
}
