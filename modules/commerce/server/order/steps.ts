import { forbidden, invalid, notFound, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { unseal } from '#kit/server/pii/pii.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/commerce/contract/order/order-steps.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { asTenant, sideOf, tellUnit } from '../common.ts';
import { dueOf, freeRest, signLater, stopClocks } from './free.ts';
import { insertPayment, settlePayment, waitingPayments } from './order-payment.ts';
import { receiveIfWhole } from './sign.ts';
import { holdOrder, type OrderRow, orderOf, patchOrder } from './trade-order.ts';
import { linesOf, rateLine, toPay } from './trade-order-line.ts';
import { addPaid, moneyOf } from './trade-order-money.ts';

type AnyCall = Pick<Call, 'tx' | 'actor'>;
const noted = (tx: Tx, call: AnyCall, row: OrderRow, action: string, remark: string | null = null) =>
  record(tx, doerOf(call), {
    objectType: 'order',
    objectId: row.id,
    objectName: row.orderNo,
    principalId: row.principalId,
    supplierId: row.supplierId,
    regionCode: row.regionCode,
    action,
    remark,
  });
const needSide = (call: AnyCall, row: OrderRow, side: 'buyer' | 'supplier') => {
  if (sideOf(call, row) !== side) throw forbidden();
};

async function pay(call: Call<typeof contract.payOrder>) {
  const { body } = call;
  const row = await orderOf(call.tx, body.orderId, true);
  needSide(call, row, 'buyer');
  if (body.paidOn > today()) throw invalid([{ field: 'paidOn', key: 'commerce.refusal.future' }]);
  if (['pendingApproval', 'pendingAccept', 'cancelled', 'closed'].includes(row.status))
    throw refusal('notPayable', 'commerce.refusal.notPayable');
  const money = await moneyOf(call.tx, row.id);
  const waiting = await waitingPayments(call.tx, row.id);
  const left = toPay(await linesOf(call.tx, row.id), money.payable) - money.paid - money.refunded - waiting;
  if (body.amount > left) throw invalid([{ field: 'amount', key: 'commerce.refusal.overPay' }]);
  const id = await insertPayment(call.tx, {
    orderId: row.id,
    principalId: row.principalId,
    supplierId: row.supplierId,
    amount: body.amount,
    paidOn: body.paidOn,
    bankRef: body.bankRef ?? null,
    proofFile: body.proofFile,
    by: call.actor.userId,
  });
  await linkFiles(call.tx, body.proofFile, 'commerce.tradeOrder', row.id);
  await noted(call.tx, call, row, 'pay');
  return { id };
}

/** R20: only what the supplier confirms counts; a prepaid order goes on when all of it is there. */
async function confirm(call: Call<typeof contract.confirmPayment>) {
  const { paymentId, isThere } = call.body;
  const [payment] = await call.tx.query<{ orderId: number }>(
    'select order_id as "orderId" from commerce.order_payment where id = $1',
    [paymentId],
  );
  if (!payment) throw notFound();
  const seen = await orderOf(call.tx, payment.orderId);
  needSide(call, seen, 'supplier');
  return asTenant(call, 'payment', async (all) => {
    const row = await orderOf(all, seen.id, true);
    const done = await settlePayment(all, paymentId, isThere ? 'confirmed' : 'rejected', call.actor.userId);
    if (isThere) await addPaid(all, row.id, done.amount);
    const money = await moneyOf(all, row.id);
    let { status } = row;
    if (status === 'pendingPay' && money.paid >= money.payable) {
      status = 'pendingShip';
      await patchOrder(all, row.id, { status, paidAt: new Date().toISOString() });
      await dropDue(all, dueOf('payEnds'), String(row.id));
    }
    await noted(all, call, row, isThere ? 'confirmPay' : 'rejectPay');
    const title = {
      key: `commerce.tradeOrder.told_${isThere ? 'confirmPay' : 'rejectPay'}`,
      args: { orderNo: row.orderNo },
    };
    await tellUnit(all, row.principalId, title, `/selectionLib/orderCenter/detail?id=${row.id}`);
    return { status, paid: money.paid };
  });
}

/** R21. */
async function phone(call: Call<typeof contract.receiverPhone>) {
  const row = await orderOf(call.tx, call.body.id);
  const side = sideOf(call, row);
  const isOver =
    ['cancelled', 'closed'].includes(row.status) ||
    (row.completedAt !== null && Date.parse(row.completedAt) + 30 * 86_400_000 < Date.now());
  const mayKnow = side === 'buyer' || (side === 'supplier' && row.acceptedAt !== null && !isOver);
  if (!mayKnow || !row.phoneEnc) throw notFound();
  await noted(call.tx, call, row, 'reveal');
  return { phone: unseal(row.phoneEnc, call.actor.tenantNo) };
}

async function askRest(call: Call<typeof contract.askCancelRest>) {
  const { id, version, reason } = call.body;
  const seen = await orderOf(call.tx, id);
  needSide(call, seen, 'supplier');
  await asTenant(call, 'rest', async (all) => {
    const row = await holdOrder(all, id, version, ['shipping'], 'commerce.supplierOrder.cancelRest');
    await patchOrder(all, row.id, { restAsked: reason });
    const title = { key: 'commerce.tradeOrder.told_cancelRest', args: { orderNo: row.orderNo } };
    await tellUnit(all, row.principalId, title, `/selectionLib/orderCenter/detail?id=${row.id}`, reason);
    await noted(all, call, row, 'cancelRest', reason);
  });
  return null;
}

async function agreeRest(call: Call<typeof contract.agreeCancelRest>) {
  const { id, version } = call.body;
  needSide(call, await orderOf(call.tx, id), 'buyer');
  return asTenant(call, 'rest', async (all) => {
    const row = await holdOrder(all, id, version, ['shipping'], 'commerce.tradeOrder.agreeRest');
    if (!row.restAsked) throw refusal('notAsked', 'commerce.refusal.notAsked');
    await freeRest(all, row.id, call.actor.userId);
    await patchOrder(all, row.id, { status: 'pendingReceive', restAsked: null });
    await noted(all, call, row, 'agreeRest');
    const status = await receiveIfWhole(all, row.id, 'pendingReceive', row.afterSaleDays);
    if (status === 'pendingReceive') await signLater(all, row.id);
    return { status };
  });
}

async function close(call: Call<typeof contract.closeOrder>) {
  const { id, version, reason } = call.body;
  const seen = await orderOf(call.tx, id);
  if (sideOf(call, seen) !== 'none') throw refusal('samePerson', 'commerce.refusal.samePerson');
  return asTenant(call, 'close', async (all) => {
    const open = [
      'pendingApproval',
      'pendingAccept',
      'pendingPay',
      'pendingShip',
      'shipping',
      'pendingReceive',
      'received',
      'cancelAsked',
    ];
    const row = await holdOrder(all, id, version, open, 'commerce.tradeOrder.close');
    await freeRest(all, row.id, call.actor.userId);
    await stopClocks(all, row.id);
    await patchOrder(all, row.id, { status: 'closed', cancelReason: reason });
    await closeTask(all, 'commerce.tradeOrder', row.id);
    await closeTask(all, 'commerce.supplierOrder', row.id);
    await noted(all, call, row, 'close', reason);
    const title = { key: 'commerce.tradeOrder.told_close', args: { orderNo: row.orderNo } };
    await tellUnit(all, row.principalId, title, `/selectionLib/orderCenter/detail?id=${row.id}`, reason);
    await tellUnit(all, row.supplierId, title, `/suppliers/order/detail?id=${row.id}`, reason);
    return { status: 'closed' };
  });
}

async function rate(call: Call<typeof contract.rateLines>) {
  const { orderId, ratings } = call.body;
  const row = await orderOf(call.tx, orderId);
  needSide(call, row, 'buyer');
  const own = new Set((await linesOf(call.tx, orderId)).map((one) => one.id));
  let rated = 0;
  for (const { lineId, rating, text } of ratings) {
    if (!own.has(lineId)) throw invalid([{ field: 'ratings', key: 'error.field.ref' }]);
    if (await rateLine(call.tx, lineId, rating, text ?? null)) rated += 1;
  }
  if (rated === 0) throw refusal('rateLate', 'commerce.refusal.rateLate');
  await noted(call.tx, call, row, 'rate');
  return { rated };
}

export const stepRoutes = (): Route[] => [
  serve('commerce', contract.payOrder, pay),
  serve('commerce', contract.confirmPayment, confirm),
  serve('commerce', contract.receiverPhone, phone),
  serve('commerce', contract.askCancelRest, askRest),
  serve('commerce', contract.agreeCancelRest, agreeRest),
  serve('commerce', contract.closeOrder, close),
  serve('commerce', contract.rateLines, rate),
];
