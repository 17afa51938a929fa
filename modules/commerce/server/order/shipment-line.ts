import type { Tx } from '#kit/server/db/database.ts';

export interface Sent {
  readonly id: number;
  readonly orderLineId: number;
  readonly title: string;
  readonly spec: string;
  readonly unit: string;
  readonly qty: number;
  readonly lotNo: string | null;
  readonly producedOn: string | null;
  readonly expireOn: string | null;
}
export const sentLines = (tx: Tx, shipmentId: number): Promise<Sent[]> =>
  tx.query<Sent>(
    `select id, order_line_id as "orderLineId", title, spec, unit, qty, lot_no as "lotNo",
       to_char(produced_on, 'YYYY-MM-DD') as "producedOn", to_char(expire_on, 'YYYY-MM-DD') as "expireOn"
     from commerce.shipment_line where shipment_id = $1 order by id`,
    [shipmentId],
  );

export async function insertSent(all: Tx, shipmentId: number, one: Omit<Sent, 'id'>): Promise<void> {
  await all.query(
    `insert into commerce.shipment_line (tenant_no, shipment_id, order_line_id, title, spec, unit, qty, lot_no,
       produced_on, expire_on) values (kit.tenant(), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [shipmentId, one.orderLineId, one.title, one.spec, one.unit, one.qty, one.lotNo, one.producedOn, one.expireOn],
  );
}

export const signLine = (
  all: Tx,
  id: number,
  signedQty: number,
  stock: { materialId: number; baseQty: number } | null,
): Promise<unknown> =>
  all.query('update commerce.shipment_line set signed_qty = $2, material_id = $3, base_qty = $4 where id = $1', [
    id,
    signedQty,
    stock?.materialId ?? null,
    stock?.baseQty ?? null,
  ]);
