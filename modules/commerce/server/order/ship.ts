import type { BodyOf } from '#kit/contract/endpoint.ts';
import { forbidden, invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { dropDue } from '#kit/server/due/due.ts';
import { linkFiles } from '#kit/server/files/files.ts';
import { type Call, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import { shipOrder } from '#modules/commerce/contract/order/order-steps.ts';
import { moveStock } from '../catalogue/commodity-sku.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { askUnit, asTenant, sideOf, tellUnit } from '../common.ts';
import { agreedLines } from '../complaint/after-sale-line.ts';
import { dueOf, signLater } from './free.ts';
import { insertShipment } from './shipment.ts';
import { insertSent } from './shipment-line.ts';
import { holdOrder, type OrderRow, orderOf, patchOrder } from './trade-order.ts';
import { type LineRow, linesOf, stepLine } from './trade-order-line.ts';
import { moneyOf } from './trade-order-money.ts';

type Body = BodyOf<typeof shipOrder>;
type Sending = Body['lines'][number];

const monthsBefore = (day: string, months: number): string => {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - months);
  return at.toISOString().slice(0, 10);
};
/** R19: less than a third of its life is left. */
export function isShort(
  line: Pick<LineRow, 'shelfLifeMonths'>,
  sent: Pick<Sending, 'producedOn' | 'expireOn'>,
): boolean {
  if (!sent.expireOn) return false;
  const from = sent.producedOn ?? (line.shelfLifeMonths ? monthsBefore(sent.expireOn, line.shelfLifeMonths) : null);
  if (!from) return false;
  const whole = Date.parse(sent.expireOn) - Date.parse(from);
  return (Date.parse(sent.expireOn) - Date.parse(today())) * 3 < whole;
}

function checkLine(sent: Sending, line: LineRow | undefined, at: number, most: number, body: Body): LineRow {
  if (!line) throw invalid([{ field: `lines.${at}.orderLineId`, key: 'error.field.ref' }]);
  if (sent.qty > most) throw refusal('overShip', 'commerce.refusal.overShip', { title: line.title, n: most });
  if (line.hasExpiry && (!sent.lotNo || !sent.expireOn))
    throw refusal('needLot', 'commerce.refusal.needLot', { title: line.title });
  if (sent.expireOn && sent.expireOn < today())
    throw invalid([{ field: `lines.${at}.expireOn`, key: 'commerce.refusal.expired' }]);
  if (isShort(line, sent) && !body.shortLifeAgreed)
    throw refusal('shortLife', 'commerce.refusal.shortLife', { title: line.title });
  return line;
}

/** Each part of an order is asked for once: two lines of one sheet for it would be shipped twice. */
function refuseTwice(lines: readonly Sending[]): void {
  if (new Set(lines.map((one) => `${one.orderLineId} ${one.lotNo ?? ''}`)).size < lines.length)
    throw invalid([{ field: 'lines', key: 'error.duplicate' }]);
}

async function ship(call: Call<typeof shipOrder>) {
  const { body } = call;
  const seen = await orderOf(call.tx, body.orderId);
  if (sideOf(call, seen) !== 'supplier') throw forbidden();
  refuseTwice(body.lines);
  return asTenant(call, 'ship', async (all) => {
    const states = body.afterSaleId
      ? ['received', 'pendingReceive', 'shipping', 'completed']
      : ['pendingShip', 'shipping'];
    const order = await holdOrder(all, body.orderId, body.version, states, 'commerce.supplierOrder.ship');
    const again = body.afterSaleId ? await agreedLines(all, body.afterSaleId, order.id) : null;
    if (!again && order.payMode === 'prepaid') await refuseUnpaid(all, order.id);
    if (order.coldChain && body.coldRecord.length === 0) throw refusal('needCold', 'commerce.refusal.needCold');
    const lines = await linesOf(all, order.id, true);
    const left = new Map(
      lines.map((one) => [one.id, again ? (again.get(one.id) ?? 0) : one.qty - one.cancelledQty - one.shippedQty]),
    );
    const checked = body.lines.map((sent, at) => {
      const line = lines.find((one) => one.id === sent.orderLineId);
      const most = left.get(sent.orderLineId) ?? 0;
      left.set(sent.orderLineId, most - sent.qty);
      return { sent, line: checkLine(sent, line, at, most, body) };
    });
    const shipment = await insertShipment(all, {
      orderId: order.id,
      carrierKind: body.carrierKind,
      carrier: body.carrier ?? null,
      waybillNo: body.waybillNo ?? null,
      driver: body.driver ?? null,
      driverPhone: body.driverPhone ?? null,
      plate: body.plate ?? null,
      coldRecord: body.coldRecord,
      afterSaleId: body.afterSaleId ?? null,
      onTime: !order.promisedOn || order.promisedOn >= today(),
      by: call.actor.userId,
    });
    for (const { sent, line } of checked) {
      const { lotNo = null, producedOn = null, expireOn = null, qty } = sent;
      await insertSent(all, shipment.id, { ...line, orderLineId: line.id, qty, lotNo, producedOn, expireOn });
      const locked = again ? 0 : -qty;
      await moveStock(all, call.actor.userId, {
        skuId: line.skuId,
        stock: -qty,
        locked,
        kind: 'ship',
        orderId: order.id,
      });
      if (!again) await stepLine(all, line.id, { shipped: qty });
    }
    const status = again ? order.status : await statusAfter(all, order);
    if (!again) await patchOrder(all, order.id, { status, shippedAt: new Date().toISOString() });
    if (!again && status === 'pendingReceive') {
      await signLater(all, order.id);
      await dropDue(all, dueOf('shipLate'), String(order.id));
    }
    if (body.coldRecord.length > 0) await linkFiles(call.tx, body.coldRecord, 'commerce.tradeOrder', order.id);
    await told(all, call, order, shipment.shipmentNo);
    return { shipmentId: shipment.id, shipmentNo: shipment.shipmentNo, status };
  });
}

/** R20: what was paid first is there in full. */
async function refuseUnpaid(all: Tx, orderId: number): Promise<void> {
  const { payable, paid } = await moneyOf(all, orderId);
  if (paid < payable) throw refusal('notPaid', 'commerce.refusal.notPaid');
}

async function statusAfter(all: Tx, order: OrderRow): Promise<'shipping' | 'pendingReceive'> {
  const lines = await linesOf(all, order.id);
  return lines.every((one) => one.shippedQty + one.cancelledQty === one.qty) ? 'pendingReceive' : 'shipping';
}

async function told(all: Tx, call: Call<typeof shipOrder>, order: OrderRow, shipmentNo: string): Promise<void> {
  const linkPath = `/selectionLib/orderCenter/detail?id=${order.id}`;
  const args = { orderNo: order.orderNo, shipmentNo };
  await record(all, doerOf(call), {
    objectType: 'order',
    objectId: order.id,
    objectName: order.orderNo,
    principalId: order.principalId,
    supplierId: order.supplierId,
    regionCode: order.regionCode,
    action: 'ship',
    remark: shipmentNo,
  });
  await tellUnit(all, order.principalId, { key: 'commerce.tradeOrder.told_ship', args }, linkPath);
  if (order.depotId)
    await askUnit(all, {
      entity: 'commerce.tradeOrder',
      entityId: order.id,
      key: 'commerce.tradeOrder.task_sign',
      args,
      linkPath,
      permission: 'shop:order:receive',
      principalId: order.principalId,
    });
}

export const shipRoutes = () => [serve('commerce', shipOrder, ship)];
