import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export interface CountLine extends Range {
  readonly id: number;
  readonly categoryId: number;
  readonly count: number;
  readonly difference: string | null;
  readonly reason: string | null;
}
export const linesOfCount = (tx: Tx, id: number): Promise<CountLine[]> =>
  tx.query<CountLine>(
    `select l.id, l.category_id as "categoryId", l.code_from::bigint as "from", l.code_to::bigint as "to", l.count,
       l.difference, l.reason from sign.sign_stocktake_line l where l.parent_id = $1 order by l.line_no`,
    [id],
  );
export async function replaceCountLines(
  tx: Tx,
  id: number,
  lines: readonly (Range & { readonly categoryId: number; readonly difference: string | null })[],
): Promise<void> {
  await tx.query('delete from sign.sign_stocktake_line where parent_id = $1', [id]);
  if (lines.length === 0) return;
  await tx.query(
    `insert into sign.sign_stocktake_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count,
       difference)
     select $1, $2, r.no, r.category, r.lo::text, r.hi::text, r.hi - r.lo + 1, r.diff
     from unnest($3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) r(no, category, lo, hi, diff)`,
    [
      tx.scope.tenantNo,
      id,
      lines.map((_, at) => at + 1),
      lines.map((one) => one.categoryId),
      lines.map((one) => one.from),
      lines.map((one) => one.to),
      lines.map((one) => one.difference),
    ],
  );
}
export const explainLine = (tx: Tx, parentId: number, id: number, reason: string) =>
  tx.query('update sign.sign_stocktake_line set reason = $3 where parent_id = $1 and id = $2', [parentId, id, reason]);
