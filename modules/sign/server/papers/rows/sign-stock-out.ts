import type { Tx } from '#kit/server/db/database.ts';
import type { Holder } from '../../numbers/tag-move.ts';

export const markStockOut = (tx: Tx, id: number, status: string) =>
  tx.query(`update sign.sign_stock_out set status = $2, version = version + 1, updated_at = now() where id = $1`, [
    id,
    status,
  ]);

/** A paper that is no form: a request, or one of many. */
export async function insertStockOut(
  tx: Tx,
  paper: {
    readonly docCategoryId: number;
    readonly kind: string;
    readonly from: Holder;
    readonly to: Holder;
    readonly regionCode: number;
    readonly count: number;
    readonly reason?: string | null | undefined;
    readonly status: string;
    readonly issuedOn?: string | null;
    readonly overQuota?: boolean;
  },
): Promise<{ id: number; docNo: string; version: number }> {
  const [row] = await tx.query<{ id: number; docNo: string; version: number }>(
    `insert into sign.sign_stock_out (tenant_no, region_code, doc_no, doc_category_id, kind, from_principal_id,
       from_staff_id,
       to_principal_id, to_staff_id, count, reason, status, issued_on, over_quota, created_by, updated_by)
     values ($1, $2, kit.doc_no('EO'), $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)
     returning id, doc_no as "docNo", version`,
    [
      tx.scope.tenantNo,
      paper.regionCode,
      paper.docCategoryId,
      paper.kind,
      paper.from.principalId,
      paper.from.staffId,
      paper.to.principalId,
      paper.to.staffId,
      paper.count,
      paper.reason ?? null,
      paper.status,
      paper.issuedOn ?? null,
      paper.overQuota ?? false,
      tx.scope.userId,
    ],
  );
  if (!row) throw new Error('no stock-out');
  return row;
}

/** R30: the county has agreed to more than the quota. */
export const clearStockOut = (tx: Tx, id: number) =>
  tx.query('update sign.sign_stock_out set cleared = true where id = $1', [id]);
