import { notFound } from '#kit/contract/errors.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { followDrug } from '#modules/commerce/contract/order/order-steps.ts';
import { dosesOf, sheetsFor } from '#modules/cure/server/index.ts';
import { sideOf } from '../common.ts';
import { orderOf } from './trade-order.ts';

interface Came {
  readonly title: string;
  readonly material: string;
  readonly materialId: number;
  readonly lotNo: string | null;
  readonly expireOn: string | null;
  readonly signedQty: number;
  readonly stockDocNo: string | null;
}
/** Drugs of an order that are linked, with the lots that were signed for. */
const cameSql = `select l.title, m.name as material, m.id as "materialId", x.lot_no as "lotNo",
    to_char(x.expire_on, 'YYYY-MM-DD') as "expireOn", coalesce(x.signed_qty, 0) as "signedQty",
    s.stock_doc_no as "stockDocNo"
  from commerce.trade_order_line l join commerce.commodity_link k on k.sku_id = l.sku_id and k.status <> 'open'
  join commerce.material_seen m on m.id = k.material_id and m.kind = 'drug'
  left join commerce.shipment_line x on x.order_line_id = l.id
  left join commerce.shipment s on s.id = x.shipment_id
  where l.order_id = $1 order by l.line_no, x.id`;

async function follow(call: Call<typeof followDrug>) {
  return call.database.transaction(call.actor.scope, async (tx) => {
    const order = await orderOf(tx, call.query.id);
    if (sideOf(call, order) !== 'buyer') throw notFound();
    const came = await inTenant(tx, call.actor.tenantNo, 'follow', (all) => all.query<Came>(cameSql, [order.id]));
    const lots = came.flatMap(({ materialId, lotNo }) => (lotNo ? [{ materialId, lotNo }] : []));
    const sheets = await sheetsFor(tx, order.principalId, [...new Set(came.map((one) => one.materialId))]);
    const doses = await dosesOf(tx, order.principalId, lots);
    const [placed] = await tx.query<{ on: string }>(
      `select to_char(placed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as on from commerce.trade_order
       where id = $1`,
      [order.id],
    );
    return [...Map.groupBy(came, (one) => one.materialId)].map(([materialId, own]) => ({
      title: own[0]?.title ?? '',
      material: own[0]?.material ?? '',
      // The sheets it was given by; until it is given, those it can have been ordered by.
      sheets: sheets
        .filter((one) => one.materialId === materialId)
        .filter((one, _, all) => {
          const isGiven = all.some((sheet) => doses.some((dose) => dose.sheetId === sheet.id));
          return isGiven ? doses.some((dose) => dose.sheetId === one.id) : one.issuedOn <= (placed?.on ?? '');
        })
        .map(({ id, docNo, issuedOn }) => ({ id, docNo, issuedOn })),
      lots: own.flatMap(({ lotNo, expireOn, signedQty, stockDocNo }) =>
        lotNo === null
          ? []
          : [
              {
                lotNo,
                expireOn,
                signedQty,
                stockDocNo,
                doses: doses
                  .filter((one) => one.materialId === materialId && one.lotNo === lotNo)
                  .map(({ materialId: _m, lotNo: _l, sheetId: _s, ...dose }) => dose),
              },
            ],
      ),
    }));
  });
}

export const followRoutes = (): Route[] => [serve('commerce', followDrug, follow)];
