import type { Tx } from '#kit/server/db/database.ts';
import type { Source } from './stock-source.ts';

export interface Pending {
  readonly id: number;
  readonly boxId: number;
  readonly materialId: number;
  readonly openQty: number;
  readonly headServed: number | null;
  readonly bizDate: string;
  readonly sourceType: string;
  readonly sourceId: number;
  readonly line: number;
}

/** R30, lenient: what a record took and the box did not have; it is taken when the box next has it. */
export async function insertPending(
  tx: Tx,
  box: { id: number; principalId: number | null; regionCode: number },
  want: {
    materialId: number;
    qty: number;
    bizDate: string;
    headServed: number | null;
    lotNo: string | null;
    source: Source;
  },
): Promise<void> {
  await tx.query(
    `insert into depot.stock_pending (tenant_no, region_code, principal_id, box_id, material_id, lot_no, qty, open_qty, head_served, biz_date, source_type, source_id, line)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9, $10, $11, $12)`,
    [
      tx.scope.tenantNo,
      box.regionCode,
      box.principalId,
      box.id,
      want.materialId,
      want.lotNo,
      want.qty,
      want.headServed,
      want.bizDate,
      want.source.type,
      want.source.id,
      want.source.line ?? 1,
    ],
  );
}

/** Oldest first, locked. */
export const openPending = (tx: Tx, boxId: number, materialIds: readonly number[]): Promise<Pending[]> =>
  tx.query<Pending>(
    `select id, box_id as "boxId", material_id as "materialId", open_qty as "openQty", head_served as "headServed", to_char(biz_date, 'YYYY-MM-DD') as "bizDate",
       source_type as "sourceType", source_id as "sourceId", line
     from depot.stock_pending where box_id = $1 and material_id = any ($2) and status = 'open' order by id for update`,
    [boxId, materialIds],
  );

export async function settlePart(tx: Tx, id: number, left: number): Promise<void> {
  await tx.query(
    `update depot.stock_pending set open_qty = $2, status = case when $2::numeric = 0 then 'settled' else 'open' end, version = version + 1, updated_at = now() where id = $1`,
    [id, left],
  );
}

export async function dropPending(tx: Tx, source: Source): Promise<void> {
  await tx.query(
    `update depot.stock_pending set status = 'dropped', version = version + 1, updated_at = now()
     where source_type = $1 and source_id = $2 and ($3::int is null or line = $3) and status = 'open'`,
    [source.type, source.id, source.line ?? null],
  );
}
