import type { Tx } from '#kit/server/db/database.ts';
import { registerDue, setDue } from '#kit/server/due/due.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { clock, record } from '../catalogue/operating-record.ts';
import { tellUnit } from '../common.ts';
import { openComplaint } from '../complaint/after-sale.ts';
import { agreeByClock, answerDue, answerSoon, remindSupplier } from '../complaint/after-sales.ts';
import { closeByClock, receiptDue } from '../settlement/settlements.ts';
import { dueOf, freeRest, stopClocks } from './free.ts';
import { signByClock } from './sign.ts';
import { type OrderRow, orderOf, patchOrder } from './trade-order.ts';

const noted = (all: Tx, row: OrderRow, action: string) =>
  record(all, clock, {
    objectType: 'order',
    objectId: row.id,
    objectName: row.orderNo,
    principalId: row.principalId,
    supplierId: row.supplierId,
    regionCode: row.regionCode,
    action,
  });

/** R16: what nobody accepts or pays for in time is over, and nobody holds goods by it. */
async function cancelIf(all: Tx, id: number, status: string): Promise<void> {
  const row = await orderOf(all, id, true);
  if (row.status !== status) return;
  await freeRest(all, id, null);
  await stopClocks(all, id);
  await patchOrder(all, id, { status: 'cancelled' });
  await closeTask(all, 'commerce.supplierOrder', id);
  await closeTask(all, 'commerce.tradeOrder', id);
  await noted(all, row, 'expire');
  const title = { key: 'commerce.tradeOrder.told_expire', args: { orderNo: row.orderNo } };
  await tellUnit(all, row.principalId, title, `/selectionLib/orderCenter/detail?id=${id}`);
}

/** R22: not while a complaint is open; then it is looked at again the next day. */
async function complete(all: Tx, id: number): Promise<void> {
  const row = await orderOf(all, id, true);
  if (row.status !== 'received') return;
  const [open] = await all.query(
    `select 1 from commerce.after_sale a where a.order_id = $1 and ${openComplaint} limit 1`,
    [id],
  );
  if (open) return setDue(all, dueOf('completeAt'), String(id), new Date(Date.now() + 86_400_000));
  await patchOrder(all, id, { status: 'completed', completedAt: new Date().toISOString() });
  await noted(all, row, 'complete');
}

async function remind(all: Tx, id: number): Promise<void> {
  const row = await orderOf(all, id);
  if (row.status !== 'pendingAccept') return;
  const title = { key: 'commerce.supplierOrder.told_waiting', args: { orderNo: row.orderNo } };
  await tellUnit(all, row.supplierId, title, `/suppliers/order/detail?id=${id}`);
}

/** What was promised for yesterday and is not on its way. */
async function tellLate(all: Tx, id: number): Promise<void> {
  const row = await orderOf(all, id);
  if (!['pendingShip', 'shipping'].includes(row.status)) return;
  const title = { key: 'commerce.tradeOrder.told_late', args: { orderNo: row.orderNo } };
  await tellUnit(all, row.principalId, title, `/selectionLib/orderCenter/detail?id=${id}`);
}

export function registerClocks(): void {
  registerDue(dueOf('approveEnds'), (tx, { ref }) => cancelIf(tx, Number(ref), 'pendingApproval'));
  registerDue(dueOf('shipLate'), (tx, { ref }) => tellLate(tx, Number(ref)));
  registerDue(answerSoon, (tx, { ref }) => remindSupplier(tx, Number(ref)));
  registerDue(dueOf('acceptRemind'), (tx, { ref }) => remind(tx, Number(ref)));
  registerDue(dueOf('acceptEnds'), (tx, { ref }) => cancelIf(tx, Number(ref), 'pendingAccept'));
  registerDue(dueOf('payEnds'), (tx, { ref }) => cancelIf(tx, Number(ref), 'pendingPay'));
  registerDue(dueOf('signEnds'), (tx, { ref }) => signByClock(tx, Number(ref)));
  registerDue(dueOf('completeAt'), (tx, { ref }) => complete(tx, Number(ref)));
  registerDue(answerDue, (tx, { ref }) => agreeByClock(tx, Number(ref)));
  registerDue(receiptDue, (tx, { ref }) => closeByClock(tx, Number(ref)));
}
