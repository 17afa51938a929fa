import type { BodyOf } from '#kit/contract/endpoint.ts';
import { invalid, refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { setDue } from '#kit/server/due/due.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { placeOrder } from '#modules/commerce/contract/shop/cart.ts';
import { holdSkus, moveStock } from '../catalogue/commodity-sku.ts';
import { doerOf, record } from '../catalogue/operating-record.ts';
import { askUnit, asTenant } from '../common.ts';
import { holdLimits } from '../selection/product.ts';
import { holdPrices, takeQuota } from '../selection/product-sku.ts';
import { type Buyer, buyerOf, deliverTo } from '../shop/buyer.ts';
import { approvalAbove } from '../shop/cart.ts';
import { dropFromCart } from '../shop/cart-item.ts';
import { bySupplier, type Judged, judge, sumLineOf } from '../shop/judge.ts';
import { orderSum } from '../shop/order-calc.ts';
import { dueOf } from './free.ts';
import { insertOrder, ordersOfRequest } from './trade-order.ts';
import { insertLines } from './trade-order-line.ts';
import { insertMoney } from './trade-order-money.ts';
import { insertSubsidy } from './trade-order-subsidy.ts';

type Body = BodyOf<typeof placeOrder>;
const hours = (n: number) => new Date(Date.now() + n * 3_600_000);

/** R14: what it costs now is what was seen, unit by unit; else the new prices are told and nothing is ordered. */
function refuseUnseen(body: Body, lines: readonly Judged[]): void {
  const seen = new Map(body.lines.map((one) => [one.productSkuId, one]));
  const changed = lines.filter((one) => {
    const was = seen.get(one.productSkuId);
    return was?.seenPrice !== one.salePrice || was.seenSubsidised !== one.subsidisedQty;
  });
  // Freight and the subsidy of a unit may have changed where the prices did not.
  const payable = bySupplier(lines).reduce((sum, own) => sum + orderSum(own.map(sumLineOf)).payable, 0);
  if (changed.length === 0 && payable === body.seenPayable) return;
  const now = (changed.length > 0 ? changed : lines).map(
    ({ productSkuId, salePrice, subsidyPerUnit, subsidisedQty, title, spec }) => ({
      productSkuId,
      title,
      spec,
      salePrice,
      subsidyPerUnit,
      subsidisedQty,
    }),
  );
  throw refusal('priceChanged', 'commerce.refusal.priceChanged', {}, now);
}

function refuseFaulty(call: Pick<Call, 'say'>, lines: readonly Judged[]): void {
  const faulty = lines.flatMap(({ productSkuId, title, fault }) => (fault ? [{ productSkuId, title, fault }] : []));
  const [first] = faulty;
  if (!first) return;
  const told = faulty.map(({ productSkuId, title, fault }) => ({
    productSkuId,
    title,
    bizCode: fault.bizCode,
    text: call.say(`commerce.refusal.${fault.bizCode}`, fault.args),
  }));
  throw refusal(first.fault.bizCode, `commerce.refusal.${first.fault.bizCode}`, first.fault.args, told);
}

/** R12–R15: packs are held first, then prices; what is read after that is what is ordered. */
async function place(call: Call<typeof placeOrder>) {
  const { body, actor } = call;
  return asTenant(call, 'place', async (all) => {
    const buyer = await buyerOf(all, call);
    const ids = body.lines.map((one) => one.productSkuId);
    const skus = await all.query<{ id: number }>(
      'select sku_id as id from commerce.product_sku where tenant_no = kit.tenant() and id = any ($1)',
      [ids],
    );
    if (skus.length < ids.length) throw invalid([{ field: 'lines', key: 'error.field.ref' }]);
    await holdSkus(
      all,
      skus.map((one) => one.id),
    );
    await holdLimits(all, ids);
    await holdPrices(all, ids);
    // Only now: the same request may have been waited for.
    const before = await ordersOfRequest(all, body.requestId, actor.principalId);
    if (before.length > 0) return before;
    const regionCode = await deliverTo(all, buyer, body.depotId ?? null);
    const lines = await judge(all, buyer, body.lines, regionCode);
    refuseFaulty(call, lines);
    refuseUnseen(body, lines);
    const above = await approvalAbove(all, buyer.id, actor.userId);
    const made = [];
    for (const own of bySupplier(lines)) made.push(await placeOne(all, call, { buyer, own, regionCode, above }));
    await dropFromCart(all, { userId: actor.userId, principalId: actor.principalId }, ids);
    return made;
  });
}

interface One {
  readonly buyer: Buyer;
  readonly own: readonly Judged[];
  readonly regionCode: number;
  readonly above: number;
}
async function placeOne(all: Tx, call: Call<typeof placeOrder>, { buyer, own, regionCode, above }: One) {
  const { body, actor } = call;
  const supplierId = own[0]?.supplierId ?? 0;
  if (supplierId === buyer.id) throw refusal('buyerNotAllowed', 'commerce.refusal.buyerNotAllowed');
  const sides = { principalId: buyer.id, supplierId };
  const sums = own.map(sumLineOf);
  const sum = orderSum(sums);
  const status = sum.payable > above ? ('pendingApproval' as const) : ('pendingAccept' as const);
  const order = await insertOrder(all, {
    ...sides,
    regionCode,
    placedBy: actor.userId,
    receiverName: body.receiverName,
    receiverPhone: body.receiverPhone,
    address: body.address,
    depotId: body.depotId ?? null,
    payMode: body.payMode,
    invoiceKind: body.invoiceKind,
    invoiceTitle: body.invoiceTitle ?? null,
    invoiceTaxNo: body.invoiceTaxNo ?? null,
    remark: body.remark ?? null,
    summary: own.map((one) => `${one.title} ${one.spec} × ${one.qty}`).join('; '),
    lineCount: own.length,
    subsidised: sum.subsidy > 0,
    coldChain: own.some((one) => one.coldChain),
    afterSaleDays: Math.max(...own.map((one) => one.afterSaleDays)),
    status,
    requestId: body.requestId,
  });
  await insertLines(all, order.id, sides, own);
  await insertMoney(all, { orderId: order.id, ...sides, sum, lines: sums, by: actor.userId });
  await insertSubsidy(all, order.id, sum, own.find((one) => one.subsidisedQty > 0)?.programme ?? null);
  for (const one of own) {
    await moveStock(all, actor.userId, {
      skuId: one.skuId,
      stock: 0,
      locked: one.qty,
      kind: 'lock',
      orderId: order.id,
    });
    await takeQuota(all, one.productSkuId, one.subsidisedQty);
  }
  await record(all, doerOf(call), {
    objectType: 'order',
    objectId: order.id,
    objectName: order.orderNo,
    ...sides,
    regionCode,
    action: 'place',
  });
  await passOn(all, { id: order.id, orderNo: order.orderNo, ...sides }, status);
  return { orderId: order.id, orderNo: order.orderNo, status, payable: sum.payable };
}

interface Placed {
  readonly id: number;
  readonly orderNo: string;
  readonly principalId: number;
  readonly supplierId: number;
}
/** To the buyer's approver, or to the supplier, whose clock runs from here (R16). */
export async function passOn(all: Tx, order: Placed, status: 'pendingApproval' | 'pendingAccept'): Promise<void> {
  const work = { entityId: order.id, args: { orderNo: order.orderNo } };
  if (status === 'pendingApproval') {
    await setDue(all, dueOf('approveEnds'), String(order.id), hours(168));
    return askUnit(all, {
      ...work,
      entity: 'commerce.tradeOrder',
      key: 'commerce.tradeOrder.task_approve',
      linkPath: `/selectionLib/orderCenter/detail?id=${order.id}`,
      permission: 'shop:order:approve',
      principalId: order.principalId,
    });
  }
  await setDue(all, dueOf('acceptRemind'), String(order.id), hours(48));
  await setDue(all, dueOf('acceptEnds'), String(order.id), hours(120));
  await askUnit(all, {
    ...work,
    entity: 'commerce.supplierOrder',
    key: 'commerce.supplierOrder.task_accept',
    linkPath: `/suppliers/order/detail?id=${order.id}`,
    permission: 'supplier:order:handle',
    principalId: order.supplierId,
  });
}

export const placeRoutes = (): Route[] => [serve('commerce', placeOrder, place)];
