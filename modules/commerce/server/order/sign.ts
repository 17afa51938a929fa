import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue, setDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { signShipment } from '#modules/commerce/contract/order/order-steps.ts';
import { closeTask } from '#modules/platform/server/index.ts';
import { clock, type Doer, doerOf, record } from '../catalogue/operating-record.ts';
import { asTenant, sideOf, tellUnit } from '../common.ts';
import { finishReshipped } from '../complaint/after-sale.finish.ts';
import { dueOf } from './free.ts';
import { intoDepot, type Signed } from './into-depot.ts';
import { markSigned, shipmentOf } from './shipment.ts';
import { sentLines, signLine } from './shipment-line.ts';
import { orderOf, patchOrder } from './trade-order.ts';
import { linesOf, stepLine } from './trade-order-line.ts';

interface Signing {
  readonly shipmentId: number;
  /** By the rows of the shipment; those that are not named came in full. */
  readonly signedQty: ReadonlyMap<number, number>;
  readonly diffReason: string | null;
  readonly photos: readonly number[];
  readonly depotId: number | null;
  readonly by: Doer;
}

/** R17, R18: one shipment, once. */
export async function signFor(all: Tx, signing: Signing) {
  const before = await shipmentOf(all, signing.shipmentId);
  // The order first, then its parts: as everybody does who works on it.
  const order = await orderOf(all, before.orderId, true);
  const shipment = await shipmentOf(all, signing.shipmentId, true);
  if (shipment.status !== 'shipped') throw refusal('signed', 'commerce.refusal.signed');
  const sent = await sentLines(all, shipment.id);
  const lines = await linesOf(all, order.id, true);
  const known = new Set(sent.map((one) => one.id));
  if ([...signing.signedQty.keys()].some((id) => !known.has(id)))
    throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
  const signed = sent.map((one) => {
    const line = lines.find((own) => own.id === one.orderLineId);
    if (!line) throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
    return { ...one, line, signedQty: signing.signedQty.get(one.id) ?? one.qty };
  });
  const over = signed.find((one) => one.signedQty > one.qty);
  if (over) throw refusal('overSign', 'commerce.refusal.overSign', { title: over.title, n: over.qty });
  const short = signed
    .filter((one) => one.signedQty < one.qty)
    .map((one) => ({ orderLineId: one.line.id, qty: one.qty - one.signedQty }));
  if (short.length > 0 && !signing.diffReason) throw invalid([{ field: 'diffReason', key: 'error.field.required' }]);
  const depotId = signing.depotId;
  const booked =
    depotId === null
      ? null
      : await intoDepot(all, order, {
          depotId,
          signed: signed as readonly Signed[],
          signer: signing.by.userId ?? 0,
          requestId: `commerce.shipment:${shipment.id}`,
        });
  for (const [at, one] of signed.entries()) {
    await signLine(all, one.id, one.signedQty, booked?.stock[at] ?? null);
    // What was sent for what was short completes the line; what was exchanged was counted before.
    const room = one.line.shippedQty - one.line.receivedQty;
    await stepLine(all, one.line.id, { received: Math.min(one.signedQty, room) });
  }
  const none = signed.every((one) => one.signedQty === 0);
  await markSigned(all, shipment.id, {
    status: none ? 'refused' : short.length > 0 ? 'partlySigned' : 'signed',
    by: signing.by.userId,
    photos: signing.photos,
    diffReason: signing.diffReason,
    depotId,
    stockDocId: booked?.docId ?? null,
    stockDocNo: booked?.docNo ?? null,
  });
  const status = shipment.afterSaleId ? order.status : await received(all, order.id, order.status, order.afterSaleDays);
  if (shipment.afterSaleId) await finishReshipped(all, shipment.afterSaleId, shipment.id, signing.by);
  await record(all, signing.by, {
    objectType: 'order',
    objectId: order.id,
    objectName: order.orderNo,
    principalId: order.principalId,
    supplierId: order.supplierId,
    regionCode: order.regionCode,
    action: 'sign',
    remark: [shipment.shipmentNo, booked?.docNo, signing.diffReason].filter(Boolean).join(' '),
  });
  return { status, stockDocNo: booked?.docNo ?? null, unlinked: [...(booked?.unlinked ?? [])], short };
}

/** Received when everything was sent and each shipment was signed for; from then on the time for complaints runs. */
async function received(all: Tx, orderId: number, status: string, afterSaleDays: number): Promise<string> {
  const [open] = await all.query(`select 1 from commerce.shipment where order_id = $1 and status = 'shipped' limit 1`, [
    orderId,
  ]);
  if (open || status !== 'pendingReceive') return status;
  await patchOrder(all, orderId, { status: 'received', receivedAt: new Date().toISOString() });
  await dropDue(all, dueOf('signEnds'), String(orderId));
  const ends = new Date(Date.now() + Math.max(1, afterSaleDays) * 86_400_000);
  await setDue(all, dueOf('completeAt'), String(orderId), ends);
  await closeTask(all, 'commerce.tradeOrder', orderId);
  return 'received';
}

export { received as receiveIfWhole };

/** R16: fifteen days after everything was sent, what nobody signed for came; of what has to be kept cold somebody is reminded. */
export async function signByClock(all: Tx, orderId: number): Promise<void> {
  const order = await orderOf(all, orderId, true);
  if (order.status !== 'pendingReceive') return;
  if (order.coldChain) {
    const title = { key: 'commerce.tradeOrder.told_unsigned', args: { orderNo: order.orderNo } };
    await tellUnit(all, order.principalId, title, `/selectionLib/orderCenter/detail?id=${orderId}`);
    return setDue(all, dueOf('signEnds'), String(orderId), new Date(Date.now() + 3 * 86_400_000));
  }
  const open = await all.query<{ id: number }>(
    `select id from commerce.shipment where order_id = $1 and status = 'shipped' order by id`,
    [orderId],
  );
  for (const { id } of open)
    await signFor(all, {
      shipmentId: id,
      signedQty: new Map(),
      diffReason: null,
      photos: [],
      depotId: null,
      by: clock,
    });
}

async function sign(call: Call<typeof signShipment>) {
  const { body } = call;
  const shipment = await shipmentOf(call.tx, body.shipmentId);
  const order = await orderOf(call.tx, shipment.orderId);
  if (sideOf(call, order) !== 'buyer') throw forbidden();
  return asTenant(call, 'sign', async (all) => {
    const done = await signFor(all, {
      shipmentId: shipment.id,
      signedQty: new Map(body.lines.map((one) => [one.id, one.signedQty])),
      diffReason: body.diffReason || null,
      photos: body.photos,
      depotId: body.depotId ?? null,
      by: doerOf(call),
    });
    if (body.photos.length > 0) await linkFiles(call.tx, body.photos, 'commerce.tradeOrder', order.id);
    return done;
  });
}

export const signRoutes = () => [serve('commerce', signShipment, sign)];
