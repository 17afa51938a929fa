import type { Tx } from '#kit/server/db/database.ts';

export interface StockOutLine {
  readonly categoryId: number;
  readonly count: number;
  readonly from?: number;
  readonly to?: number;
  readonly packNo?: string | null;
}
export const insertStockOutLines = (tx: Tx, parentId: number, lines: readonly StockOutLine[]) =>
  tx.query(
    `insert into sign.sign_stock_out_line (tenant_no, parent_id, line_no, category_id, count, code_from, code_to,
       pack_no)
     select $1, $2, r.no, r.category, r.n, r.lo, r.hi, r.pack
     from unnest($3::int[], $4::bigint[], $5::int[], $6::text[], $7::text[], $8::text[]) r(no, category, n, lo, hi,
     pack)`,
    [
      tx.scope.tenantNo,
      parentId,
      lines.map((_, at) => at + 1),
      lines.map((one) => one.categoryId),
      lines.map((one) => one.count),
      lines.map((one) => (one.from === undefined ? null : String(one.from))),
      lines.map((one) => (one.to === undefined ? null : String(one.to))),
      lines.map((one) => one.packNo ?? null),
    ],
  );
