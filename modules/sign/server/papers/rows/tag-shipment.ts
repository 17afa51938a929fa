import type { Tx } from '#kit/server/db/database.ts';

export const markShipment = (tx: Tx, id: number, status: string) =>
  tx.query(`update sign.tag_shipment set status = $2, version = version + 1, updated_at = now() where id = $1`, [
    id,
    status,
  ]);
export const countShipment = (tx: Tx, id: number, count: number, boxes: number) =>
  tx.query(`update sign.tag_shipment set count = $2, boxes = $3, updated_at = now() where id = $1`, [id, count, boxes]);
