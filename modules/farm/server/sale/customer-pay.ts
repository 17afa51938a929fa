import { invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import type { Route } from '#kit/server/http/call.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { customerPay } from '#modules/farm/contract/sale/customer.ts';
import { mustBeOpen } from '../cost/farm-month.ts';
import { addBatchPaid } from '../slaughter/slaughter-money.ts';
import { farmOf } from './own-farm.ts';
import { addPaid } from './sale-order.paid.ts';

interface Debt {
  principalId: number;
  customerId: number | null;
  owed: number;
}
/** What a payment is for, locked: two payments never pay the same cent. */
async function debtOf(tx: Tx, orderId: number | null, batchId: number | null): Promise<Debt> {
  if ((orderId === null) === (batchId === null)) throw invalid([{ field: 'orderId', key: 'error.field.required' }]);
  const [row] = orderId
    ? await tx.query<Debt>(
        `select principal_id as "principalId", customer_id as "customerId", amount - paid as owed from farm.sale_order
         where id = $1 and status = 'delivered' for update`,
        [orderId],
      )
    : await tx.query<Debt>(
        `select principal_id as "principalId", null::bigint as "customerId", amount - paid as owed
         from farm.slaughter_money
         where batch_id = $1 and settled_on is not null for update`,
        [batchId],
      );
  if (!row) throw refusal('nothingOwed', 'farm.tradeRefusal.nothingOwed');
  return row;
}

export const customerPayRoutes = (): Route[] =>
  serveResource(customerPay)({
    before: {
      add: async (call, { orderId, batchId, amount, onDate }) => {
        const debt = await debtOf(call.tx, orderId, batchId);
        farmOf(call, debt.principalId);
        await mustBeOpen(call.tx, debt.principalId, onDate);
        if (amount > debt.owed) throw refusal('overPaid', 'farm.tradeRefusal.overPaid');
        if (orderId) await addPaid(call.tx, orderId, amount);
        else await addBatchPaid(call.tx, batchId as number, amount);
        return { principalId: debt.principalId, customerId: debt.customerId };
      },
      remove: async (call, row) => {
        farmOf(call, row.principalId);
        await mustBeOpen(call.tx, row.principalId, row.onDate);
        const [order] = row.orderId
          ? await call.tx.query<{ status: string }>('select status from farm.sale_order where id = $1 for update', [
              row.orderId,
            ])
          : [{ status: 'delivered' }];
        if (!order) throw notFound();
        if (order.status !== 'delivered') throw refusal('settled', 'farm.tradeRefusal.settled');
        const back = 0 - row.amount;
        if (row.orderId) await addPaid(call.tx, row.orderId, back);
        else await addBatchPaid(call.tx, row.batchId as number, back);
      },
    },
  });
