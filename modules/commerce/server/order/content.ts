import { notFound } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/commerce/contract/order/trade-order.ts';
import { linkTo } from '#modules/platform/server/index.ts';
import { sideOf } from '../common.ts';
import { resendDue } from '../complaint/after-sale-line.ts';
import { pictureOf } from '../shop/shop.ts';
import { orderOf } from './trade-order.ts';
import { linesOf, toPay } from './trade-order-line.ts';

type OrderPayment = contract.OrderContent['payments'][number];
const shipmentsSql = `select s.id, s.shipment_no as "shipmentNo", s.carrier_kind as "carrierKind", s.carrier,
    s.waybill_no as "waybillNo", s.plate, s.status, s.shipped_at as "shippedAt", s.signed_at as "signedAt",
    s.diff_reason as "diffReason", s.stock_doc_id as "stockDocId", s.stock_doc_no as "stockDocNo",
    (select jsonb_agg(jsonb_build_object('id', l.id, 'orderLineId', l.order_line_id, 'title', l.title, 'spec', l.spec,
       'unit', l.unit, 'qty', l.qty, 'lotNo', l.lot_no, 'producedOn', l.produced_on, 'expireOn', l.expire_on,
       'signedQty', l.signed_qty, 'baseQty', l.base_qty) order by l.id)
     from commerce.shipment_line l where l.shipment_id = s.id) as lines
  from commerce.shipment s where s.order_id = $1 order by s.id`;

async function content(call: Call<typeof contract.orderContent>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const order = await orderOf(tx, call.query.id);
    const side = sideOf(call, order);
    const mayLook =
      side === 'supplier' ? call.actor.actions.has('supplier:order:list') : call.actor.actions.has('shop:order:view');
    const [released] = await tx.query<{ is: boolean; subsidised: boolean }>(
      'select released as is, subsidised from commerce.trade_order where id = $1',
      [order.id],
    );
    // The supplier learns of it when the buyer's approver has agreed.
    if (!mayLook || (side === 'supplier' && !released?.is)) throw notFound();
    const depots =
      side === 'buyer'
        ? await tx.query<{ id: number; name: string }>(
            `select id, name from commerce.store_seen where principal_id = $1 and status = 'active'
             and kind not in ('box', 'transit') order by id limit 50`,
            [order.principalId],
          )
        : [];
    const [money] = await tx.query<{ id: number; payable: number; paid: number }>(
      'select id, payable, paid from commerce.trade_order_money where order_id = $1',
      [order.id],
    );
    const refundDue = money ? Math.max(0, money.paid - toPay(await linesOf(tx, order.id), money.payable)) : 0;
    const own = await tx.query<{ id: number }>('select id from commerce.trade_order_line where order_id = $1', [
      order.id,
    ]);
    const payments = await tx.query<Omit<OrderPayment, 'proofs'> & { files: number[] }>(
      `select id, amount, to_char(paid_on, 'YYYY-MM-DD') as "paidOn", bank_ref as "bankRef", status,
         proof_file as files from commerce.order_payment where order_id = $1 order by id`,
      [order.id],
    );
    const shipments = await tx.query<contract.ShipmentView>(shipmentsSql, [order.id]);
    const afterSales = await tx.query<contract.OrderContent['afterSales'][number]>(
      `select a.id, a.doc_no as "docNo", a.kind, a.reason, a.status, ${resendDue} as "isResendDue",
         (select jsonb_agg(jsonb_build_object('orderLineId', l.order_line_id, 'qty', l.qty) order by l.id)
          from commerce.after_sale_line l where l.after_sale_id = a.id) as lines
       from commerce.after_sale a where a.order_id = $1 order by a.id`,
      [order.id],
    );
    const records = await tx.query<contract.OrderContent['records'][number]>(
      `select at, action, by_name as "byName", remark from commerce.operating_record
       where tenant_no = kit.tenant() and object_type = 'order' and object_id = $1 order by id`,
      [order.id],
    );
    // The pack's link is the supplier's row; what material it becomes is the buyer's business too.
    const lines = await inTenant(tx, call.actor.tenantNo, 'orderContent', (all) =>
      all.query<Omit<contract.OrderLine, 'photo'> & { photo: number | null }>(
        `select l.id, l.product_id as "productId", l.title, l.spec, l.unit, l.photo, l.manufacturer,
           l.approval_no as "approvalNo", l.cold_chain as "coldChain", l.has_expiry as "hasExpiry", l.qty,
           l.sale_price as "salePrice", l.subsidy_per_unit as "subsidyPerUnit", l.subsidised_qty as "subsidisedQty",
           l.line_amount as "lineAmount", l.shipped_qty as "shippedQty", l.received_qty as "receivedQty",
           l.cancelled_qty as "cancelledQty", l.returned_qty as "returnedQty", l.rating, l.rating_text as "ratingText",
           m.name as material, k.factor::float8 as factor, m.base_unit as "baseUnit"
         from commerce.trade_order_line l
         left join commerce.commodity_link k on k.sku_id = l.sku_id and k.status <> 'open'
         left join commerce.material_seen m on m.id = k.material_id
         where l.id = any ($1) order by l.line_no`,
        [own.map((one) => one.id)],
      ),
    );
    const last = shipments
      .flatMap((one) => one.signedAt ?? [])
      .sort()
      .at(-1);
    const until = last ? new Date(Date.parse(last) + order.afterSaleDays * 86_400_000).toISOString() : null;
    const isTold = side !== 'none' || released?.subsidised === true;
    return {
      side,
      moneyId: money?.id ?? null,
      lines: lines.map((one) => ({ ...one, photo: pictureOf(call, one.photo) })),
      payments: payments.map(({ files, ...one }) => ({ ...one, proofs: files.map((id) => linkTo(call.actor, id)) })),
      // D5: what was sent, piece by piece, would tell what it cost.
      shipments: shipments.map((one) => ({ ...one, lines: isTold ? (one.lines ?? []) : [] })),
      afterSales: afterSales.map((one) => ({ ...one, lines: isTold ? (one.lines ?? []) : [] })),
      records,
      restAsked: order.restAsked,
      depots,
      depotId: order.depotId,
      afterSaleUntil: until,
      refundDue,
    };
  });
}

export const contentRoutes = (): Route[] => [serve('commerce', contract.orderContent, content)];
