import type { Tx } from '#kit/server/db/database.ts';

/** R25: the book as it stands at this moment, lot by lot. The store is locked by then. */
export async function freezeLines(tx: Tx, stocktakeId: number): Promise<number> {
  const rows = await tx.query(
    `insert into depot.stocktake_line (tenant_no, stocktake_id, lot_id, material_id, book_qty)
     select s.tenant_no, s.id, b.lot_id, b.material_id, b.qty
     from depot.stocktake s join depot.stock_balance b on b.depot_id = s.depot_id join depot.material m on m.id = b.material_id
     where s.id = $1 and b.qty > 0
       and (s.count_scope = 'all' or (s.count_scope = 'kinds' and m.kind = any (s.kinds)) or (s.count_scope = 'materials' and s.material_ids @> to_jsonb(m.id)))
     order by m.kind, m.name, b.lot_id returning 1`,
    [stocktakeId],
  );
  return rows.length;
}

/** Answers the lots that are on the sheet, so that the caller sees whether all were. */
export async function countLines(
  tx: Tx,
  stocktakeId: number,
  lines: readonly { readonly lotId: number; readonly countedQty: number | null }[],
): Promise<number[]> {
  const rows = await tx.query<{ lotId: number }>(
    `update depot.stocktake_line l set counted_qty = x.qty, counted_by = case when x.qty is null then null else $4::bigint end, counted_at = now(),
       recount_qty = null, reason = null
     from unnest($2::bigint[], $3::numeric[]) x(lot_id, qty) where l.stocktake_id = $1 and l.lot_id = x.lot_id returning l.lot_id as "lotId"`,
    [stocktakeId, lines.map((one) => one.lotId), lines.map((one) => one.countedQty), tx.scope.userId],
  );
  return rows.map((row) => row.lotId);
}

export async function addLine(
  tx: Tx,
  line: { stocktakeId: number; lotId: number; materialId: number; countedQty: number },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into depot.stocktake_line (tenant_no, stocktake_id, lot_id, material_id, book_qty, counted_qty, added, counted_by, counted_at)
     values ($1, $2, $3, $4, 0, $5, true, $6, now()) on conflict (tenant_no, stocktake_id, lot_id) do nothing returning 1`,
    [tx.scope.tenantNo, line.stocktakeId, line.lotId, line.materialId, line.countedQty, tx.scope.userId],
  );
  return rows.length > 0;
}

export async function recountLines(
  tx: Tx,
  stocktakeId: number,
  lines: readonly {
    readonly lotId: number;
    readonly recountQty: number;
    readonly reason?: string | null | undefined;
    readonly remark?: string | null | undefined;
  }[],
): Promise<number[]> {
  const rows = await tx.query<{ lotId: number }>(
    `update depot.stocktake_line l set recount_qty = x.qty, reason = x.reason, remark = x.remark, counted_by = coalesce(l.counted_by, $6::bigint)
     from unnest($2::bigint[], $3::numeric[], $4::text[], $5::text[]) x(lot_id, qty, reason, remark)
     where l.stocktake_id = $1 and l.lot_id = x.lot_id returning l.lot_id as "lotId"`,
    [
      stocktakeId,
      lines.map((one) => one.lotId),
      lines.map((one) => one.recountQty),
      lines.map((one) => one.reason || null),
      lines.map((one) => one.remark || null),
      tx.scope.userId,
    ],
  );
  return rows.map((row) => row.lotId);
}
