import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { piiColumns } from '#kit/server/pii/pii.ts';

export interface NewShipment {
  readonly orderId: number;
  readonly carrierKind: string;
  readonly carrier: string | null;
  readonly waybillNo: string | null;
  readonly driver: string | null;
  readonly driverPhone: string | null;
  readonly plate: string | null;
  readonly coldRecord: readonly number[];
  readonly afterSaleId: number | null;
  readonly onTime: boolean;
  readonly by: number;
}
export async function insertShipment(all: Tx, one: NewShipment): Promise<{ id: number; shipmentNo: string }> {
  const values: [string, unknown][] = [
    ['order_id', one.orderId],
    ['carrier_kind', one.carrierKind],
    ['carrier', one.carrier],
    ['waybill_no', one.waybillNo],
    ['driver', one.driver],
    ...piiColumns('driver_phone', 'phone', one.driverPhone, all.scope.tenantNo),
    ['plate', one.plate],
    ['cold_record', one.coldRecord],
    ['after_sale_id', one.afterSaleId],
    ['on_time', one.onTime],
    ['created_by', one.by],
  ];
  const [row] = await all.query<{ id: number; shipmentNo: string }>(
    `insert into commerce.shipment (tenant_no, shipment_no, ${values.map(([column]) => column).join(', ')})
     values (kit.tenant(), kit.doc_no('MS'), ${values.map((_, at) => `$${at + 1}`).join(', ')})
     returning id, shipment_no as "shipmentNo"`,
    values.map(([, value]) => value),
  );
  if (!row) throw notFound();
  return row;
}

export interface ShipmentRow {
  readonly id: number;
  readonly orderId: number;
  readonly shipmentNo: string;
  readonly afterSaleId: number | null;
  readonly proofFile: number | null;
  readonly status: string;
}
export async function shipmentOf(tx: Tx, id: number, lock = false): Promise<ShipmentRow> {
  const [row] = await tx.query<ShipmentRow>(
    `select id, order_id as "orderId", shipment_no as "shipmentNo", after_sale_id as "afterSaleId",
       proof_file as "proofFile", status
     from commerce.shipment where id = $1${lock ? ' for update' : ''}`,
    [id],
  );
  if (!row) throw notFound();
  return row;
}

export const keepProof = (all: Tx, id: number, fileId: number): Promise<unknown> =>
  all.query('update commerce.shipment set proof_file = $2 where id = $1', [id, fileId]);

export interface Signature {
  readonly status: 'signed' | 'partlySigned' | 'refused';
  readonly by: number | null;
  readonly photos: readonly number[];
  readonly diffReason: string | null;
  readonly depotId: number | null;
  readonly stockDocId: number | null;
  readonly stockDocNo: string | null;
}
export const markSigned = (all: Tx, id: number, one: Signature): Promise<unknown> =>
  all.query(
    `update commerce.shipment set status = $2, signed_by = $3, signed_at = now(), sign_photos = $4, diff_reason = $5,
       depot_id = $6, stock_doc_id = $7, stock_doc_no = $8 where id = $1`,
    [id, one.status, one.by, one.photos, one.diffReason, one.depotId, one.stockDocId, one.stockDocNo],
  );
