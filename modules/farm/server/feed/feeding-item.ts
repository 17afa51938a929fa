import type { Tx } from '#kit/server/db/database.ts';

export interface TakenItem {
  readonly lineNo: number;
  readonly materialId: number;
  readonly lotId: number;
  readonly qty: number;
}

/** Every gram with the lot it came from. */
export const insertItems = (tx: Tx, recordId: number, items: readonly TakenItem[]): Promise<unknown> =>
  tx.query(
    `insert into farm.feeding_item (tenant_no, record_id, line_no, material_id, lot_id, qty)
     select kit.tenant(), $1, x.no, x.material, x.lot, x.qty
     from unnest($2::int[], $3::bigint[], $4::bigint[], $5::numeric[]) x(no, material, lot, qty)`,
    [
      recordId,
      items.map((one) => one.lineNo),
      items.map((one) => one.materialId),
      items.map((one) => one.lotId),
      items.map((one) => one.qty),
    ],
  );
