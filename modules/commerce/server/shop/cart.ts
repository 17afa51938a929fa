import type { DataOf } from '#kit/contract/endpoint.ts';
import { notFound } from '#kit/contract/errors.ts';
import { parseCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { today } from '#kit/server/today.ts';
import * as contract from '#modules/commerce/contract/shop/cart.ts';
import { configOf } from '#modules/registry/server/index.ts';
import { asTenant } from '../common.ts';
import { buyerOf, deliverTo, offered, offerValues } from './buyer.ts';
import { cartOf, dropFromCart, putInCart } from './cart-item.ts';
import { bySupplier, type Judged, judge, sumLineOf } from './judge.ts';
import { orderSum } from './order-calc.ts';
import { pictureOf } from './shop.ts';

const ownerOf = ({ actor }: Pick<Call, 'actor'>) => ({ userId: actor.userId, principalId: actor.principalId });

const lineOf = (call: Pick<Call, 'say' | 'actor'>, one: Judged) => ({
  productSkuId: one.productSkuId,
  productId: one.productId,
  title: one.title,
  spec: one.spec,
  unit: one.unit,
  photo: pictureOf(call, one.content.photos[0] ?? null),
  supplierId: one.supplierId,
  supplier: one.supplier,
  qty: one.qty,
  minQty: one.minQty,
  stepQty: one.stepQty,
  available: one.free,
  salePrice: one.salePrice,
  subsidyPerUnit: one.subsidyPerUnit,
  subsidisedQty: one.subsidisedQty,
  lineAmount: orderSum([{ ...sumLineOf(one), freightMode: 'free' }]).goods,
  fault: one.fault && {
    bizCode: one.fault.bizCode,
    text: call.say(`commerce.refusal.${one.fault.bizCode}`, one.fault.args),
  },
});

/** Above which the buyer's own approver is asked; never, where there is nobody else who could. */
export async function approvalAbove(all: Tx, principalId: number, userId: number): Promise<number> {
  const [other] = await all.query<{ n: boolean }>(
    `select exists (select 1 from commerce.user_seen u where u.principal_id = $1 and u.id <> $2 and u.status = 'active'
       and platform.user_holds(u.id, 'shop:order:approve')) as n`,
    [principalId, userId],
  );
  if (!other?.n) return Number.MAX_SAFE_INTEGER;
  return parseCents((await configOf(all, principalId, 'purchase_approval_above')) || '5000');
}

async function list(call: Call<typeof contract.cartList>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const items = await cartOf(tx, ownerOf(call));
    const depots = await tx.query<{ id: number; name: string }>(
      `select id, name from commerce.store_seen where principal_id = $1 and status = 'active'
         and kind not in ('box', 'transit') order by id limit 50`,
      [call.actor.principalId],
    );
    return inTenant(tx, call.actor.tenantNo, 'cart', async (all) => {
      const buyer = await buyerOf(all, call);
      const lines = await judge(all, buyer, items);
      return {
        lines: lines.map((one) => lineOf(call, one)),
        address: buyer.address,
        regionCode: buyer.regionCode,
        depots,
        approvalAbove: await approvalAbove(all, buyer.id, call.actor.userId),
      };
    });
  });
}

async function save(call: Call<typeof contract.cartSave>) {
  const { productSkuId } = call.body;
  await asTenant(call, 'cart', async (all) => {
    const buyer = await buyerOf(all, call);
    const found = await all.query(
      `select 1 from commerce.product_sku s join commerce.product p on p.id = s.parent_id
       left join commerce.category_rule r on r.tenant_no = p.tenant_no and r.category_id = p.category_id
       where s.id = $5 and ${offered}`,
      [...offerValues({ ...buyer, isOnlooker: false }, today()), productSkuId],
    );
    if (found.length === 0) throw notFound();
  });
  const qty = await putInCart(call.tx, ownerOf(call), call.body);
  return { qty, lines: (await cartOf(call.tx, ownerOf(call))).length };
}

async function preview(call: Call<typeof contract.previewOrder>) {
  const inShop = (work: (all: Tx) => Promise<DataOf<typeof contract.previewOrder>>) =>
    call.database.transaction(call.actor.scope, (tx) => inTenant(tx, call.actor.tenantNo, 'preview', work));
  return inShop(async (all) => {
    const buyer = await buyerOf(all, call);
    const above = await approvalAbove(all, buyer.id, call.actor.userId);
    const regionCode = await deliverTo(all, buyer, call.body.depotId ?? null);
    const lines = await judge(all, buyer, call.body.lines, regionCode);
    return {
      orders: bySupplier(lines).map((own) => {
        const { steps, ...sums } = orderSum(own.map(sumLineOf));
        return {
          supplierId: own[0]?.supplierId ?? 0,
          supplier: own[0]?.supplier ?? '',
          lines: own.map((one) => {
            const { photo: _p, available: _a, minQty: _m, stepQty: _s, ...line } = lineOf(call, one);
            return line;
          }),
          ...sums,
          needsApproval: sums.payable > above,
          coldChain: own.some((one) => one.coldChain),
          steps: steps.map((one) => ({ ...one, name: call.say(`commerce.calc.${one.name}`) })),
        };
      }),
      refused: lines.filter((one) => one.fault).length + call.body.lines.length - lines.length,
    };
  });
}

export const cartRoutes = (): Route[] => [
  serve('commerce', contract.cartList, list),
  serve('commerce', contract.cartSave, save),
  serve('commerce', contract.cartRemove, async (call) => ({
    removed: await dropFromCart(call.tx, ownerOf(call), call.body.productSkuIds),
  })),
  serve('commerce', contract.previewOrder, preview),
];
