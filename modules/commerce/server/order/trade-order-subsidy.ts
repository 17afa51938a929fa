import type { Tx } from '#kit/server/db/database.ts';
import type { OrderSum } from '../shop/order-calc.ts';

/** D5: where public money is in it, the authority sees what it costs. */
export async function insertSubsidy(all: Tx, orderId: number, sum: OrderSum, programme: string | null): Promise<void> {
  if (sum.subsidy === 0) return;
  await all.query(
    `insert into commerce.trade_order_subsidy (tenant_no, order_id, programme, goods, freight, subsidy, payable)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6)`,
    [orderId, programme, sum.goods, sum.freight, sum.subsidy, sum.payable],
  );
}
