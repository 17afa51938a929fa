import type { Tx } from '#kit/server/db/database.ts';

export const saveCount = (
  tx: Tx,
  id: number,
  sums: { book: number; seen: number; missing: number; extra: number; seenBags: number | null; status: string },
) =>
  tx.query(
    `update sign.sign_stocktake set book = $2, seen = $3, missing = $4, extra = $5, seen_bags = $6, status = $7,
       book_at = now(),
       counted_by = $8, counted_on = (now() at time zone 'Asia/Shanghai')::date, version = version + 1, updated_at = now()
     where id = $1`,
    [id, sums.book, sums.seen, sums.missing, sums.extra, sums.seenBags, sums.status, tx.scope.userId],
  );
export const setStocktake = (tx: Tx, id: number, status: string) =>
  tx.query('update sign.sign_stocktake set status = $2, version = version + 1, updated_at = now() where id = $1', [
    id,
    status,
  ]);
export const insertStocktake = (tx: Tx, holder: { principalId: number; staffId: number; regionCode: number }) =>
  tx.query(
    `insert into sign.sign_stocktake (tenant_no, region_code, doc_no, principal_id, staff_id, created_by, updated_by)
     values ($1, $2, kit.doc_no('EC'), $3, $4, $5, $5)`,
    [tx.scope.tenantNo, holder.regionCode, holder.principalId, holder.staffId, tx.scope.userId],
  );
