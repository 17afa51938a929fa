import { yuanOf } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { ensurePurveyor, postDoc } from '#modules/depot/server/index.ts';
import { saveStoreSheet } from '../cure/prescriptions.ts';
import type { Random } from '../random.ts';
import { dayBefore } from './bulk.ts';
import type { Offer } from './products.ts';

/** On the shelf, linked, and to be had with a sheet only. */
export async function drugToFollow(tx: Tx, offers: readonly Offer[]): Promise<Offer | undefined> {
  const rows = await tx.query<{ skuId: number }>(
    `select k.sku_id as "skuId" from commerce.commodity_link k join depot.material m on m.id = k.material_id
       join commerce.commodity c on c.id = k.commodity_id
     where k.tenant_no = $1 and m.material_no = 'SY-002' and k.status = 'checked'
     order by c.title like '%抗生素%' desc, k.sku_id`,
    [tx.scope.tenantNo],
  );
  return rows
    .flatMap(({ skuId }) => offers.find((one) => one.skuId === Number(skuId) && one.status === 'onShelf') ?? [])
    .at(0);
}

interface Came {
  readonly principalId: number;
  readonly supplierId: number;
  readonly supplier: string;
  readonly userId: number;
  readonly depotId: number;
  readonly orderNo: string;
  readonly shipmentId: number;
  readonly lineId: number;
  readonly materialId: number;
  readonly factor: number;
  readonly baseUnit: string;
  readonly qty: number;
  readonly salePrice: number;
  readonly lotNo: string;
  readonly producedOn: string;
  readonly expireOn: string;
}
/** A drug that was ordered on a sheet, signed into the farm's store and given from there: its animal waits until the last day. */
export async function saveDrugStory(
  tx: Tx,
  orderId: number,
  { today, random }: { today: string; random: Random },
): Promise<void> {
  const stored = await storeDrug(tx, orderId, dayBefore(today, 3));
  if (stored) await saveStoreSheet(tx, { ...stored, today, random });
}

/** What came with an order stands in the store of whoever ordered it, with its lot. */
export async function storeDrug(
  tx: Tx,
  orderId: number,
  bizDate: string,
): Promise<{ principalId: number; depotId: number } | null> {
  const [came] = await tx.query<Came>(
    `select o.principal_id as "principalId", o.supplier_id as "supplierId", p.principal_unit_name as supplier,
       o.placed_by as "userId", d.id as "depotId", o.order_no as "orderNo", s.id as "shipmentId", x.id as "lineId",
       k.material_id as "materialId", k.factor::float8 as factor, m.base_unit as "baseUnit", x.signed_qty as qty,
       l.sale_price as "salePrice", x.lot_no as "lotNo", to_char(x.produced_on, 'YYYY-MM-DD') as "producedOn",
       to_char(x.expire_on, 'YYYY-MM-DD') as "expireOn"
     from commerce.trade_order o join commerce.trade_order_line l on l.order_id = o.id
       join commerce.shipment s on s.order_id = o.id join commerce.shipment_line x on x.shipment_id = s.id
       join commerce.commodity_link k on k.sku_id = l.sku_id join depot.material m on m.id = k.material_id
       join registry.principal p on p.id = o.supplier_id
       join depot.depot d on d.principal_id = o.principal_id and d.kind = 'warehouse' and d.status = 'active'
     where o.id = $1 order by d.id limit 1`,
    [orderId],
  );
  if (!came) return null;
  const purveyorId = await ensurePurveyor(tx, {
    principalId: came.principalId,
    name: came.supplier,
    supplierPrincipalId: came.supplierId,
    kinds: ['drug'],
  });
  const doc = await postDoc(
    tx,
    {
      docType: 'purchaseIn',
      depotId: came.depotId,
      purveyorId,
      orderId,
      bizDate,
      until: 'posted',
      remark: came.orderNo,
      lines: [
        {
          materialId: came.materialId,
          lotNo: came.lotNo,
          producedOn: came.producedOn,
          expireOn: came.expireOn,
          unit: came.baseUnit,
          unitQty: came.qty * came.factor,
          unitCost: Math.round((yuanOf(came.salePrice) / came.factor) * 10_000) / 10_000,
        },
      ],
    },
    came.userId,
  );
  await tx.query('update commerce.trade_order set deliver_to_depot_id = $2 where id = $1', [orderId, came.depotId]);
  await tx.query('update commerce.shipment set stock_doc_id = $2, stock_doc_no = $3 where id = $1', [
    came.shipmentId,
    doc.id,
    doc.docNo,
  ]);
  await tx.query('update commerce.shipment_line set base_qty = $2 where id = $1', [
    came.lineId,
    came.qty * came.factor,
  ]);
  return { principalId: came.principalId, depotId: came.depotId };
}
