import type { Tx } from '#kit/server/db/database.ts';

export interface OrderLine {
  readonly id: number;
  readonly categoryId: number;
  readonly countyCode: number;
  readonly applied: number;
  readonly approved: number | null;
}
export const linesOfOrder = (tx: Tx, id: number): Promise<OrderLine[]> =>
  tx.query<OrderLine>(
    `select id, category_id as "categoryId", county_code as "countyCode", applied, approved
     from sign.sign_procurement_line where parent_id = $1 order by line_no`,
    [id],
  );
export const approveOrderLine = (tx: Tx, id: number, approved: number) =>
  tx.query(
    `update sign.sign_procurement_line set approved = $2, reject_code = null, reject_text = null where id = $1`,
    [id, approved],
  );
export const rejectOrderLine = (
  tx: Tx,
  line: {
    readonly id: number;
    readonly rejectCode?: string | null | undefined;
    readonly rejectText?: string | null | undefined;
    readonly suggested?: number | null | undefined;
  },
) =>
  tx.query('update sign.sign_procurement_line set reject_code = $2, reject_text = $3, suggested = $4 where id = $1', [
    line.id,
    line.rejectCode ?? null,
    line.rejectText ?? null,
    line.suggested ?? null,
  ]);
