import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { ensurePurveyor, postDoc, type SavedDoc } from '#modules/depot/server/index.ts';
import { linksOf } from '../order/into-depot.ts';
import { linesOf } from '../order/trade-order-line.ts';
import type { AfterSaleRow } from './after-sale.ts';
import { complaintLines } from './after-sale-line.ts';

interface Stored {
  readonly orderLineId: number;
  readonly depotId: number;
  readonly materialId: number;
  readonly signedQty: number;
  readonly lotId: number | null;
}
/** Where what is sent back lies: by the shipments that brought it. */
const storedSql = `select l.order_line_id as "orderLineId", s.depot_id as "depotId", l.material_id as "materialId",
    l.signed_qty as "signedQty", (select b.lot_id from commerce.lot_seen b where b.depot_id = s.depot_id
      and b.material_id = l.material_id
      and b.lot_no = coalesce(l.lot_no, b.lot_no) order by b.qty desc limit 1) as "lotId"
  from commerce.shipment s join commerce.shipment_line l on l.shipment_id = s.id
  where s.order_id = $1 and s.stock_doc_id is not null and l.material_id is not null and l.signed_qty > 0
  order by l.id`;

/** R31: what went into the buyer's depot leaves it by a paper; without stock there nothing is sent back. */
export async function outOfDepot(all: Tx, row: AfterSaleRow, actor: number): Promise<SavedDoc | null> {
  const stored = await all.query<Stored>(storedSql, [row.orderId]);
  const lines = await linesOf(all, row.orderId);
  const links = await linksOf(
    all,
    lines.map((one) => one.skuId),
  );
  const leaving = new Map<number, { materialId: number; lotId: number; unit: string; unitQty: number }[]>();
  for (const one of await complaintLines(all, row.id)) {
    const link = links.find((own) => own.skuId === lines.find((line) => line.id === one.orderLineId)?.skuId);
    let left = one.qty;
    for (const at of stored.filter((own) => own.orderLineId === one.orderLineId)) {
      const qty = Math.min(left, at.signedQty);
      if (qty === 0 || !link) continue;
      if (at.lotId === null) throw refusal('noStock', 'commerce.refusal.noStock', { title: one.title });
      left -= qty;
      const unitQty = Math.round(qty * link.factor * 1000) / 1000;
      const move = { materialId: at.materialId, lotId: at.lotId, unit: link.baseUnit, unitQty };
      leaving.set(at.depotId, [...(leaving.get(at.depotId) ?? []), move]);
    }
  }
  const [supplier] = await all.query<{ name: string }>('select name from commerce.unit_seen where id = $1', [
    row.supplierId,
  ]);
  let doc: SavedDoc | null = null;
  for (const [depotId, moves] of leaving)
    doc = await postDoc(
      all,
      {
        docType: 'useOut',
        reason: 'purveyorReturn',
        depotId,
        purveyorId: await ensurePurveyor(all, {
          principalId: row.principalId,
          name: supplier?.name ?? '',
          supplierPrincipalId: row.supplierId,
        }),
        orderId: row.orderId,
        bizDate: today(),
        requestId: `commerce.afterSale:${row.id}:${depotId}`,
        remark: row.docNo,
        lines: moves,
      },
      actor,
    );
  return doc;
}
