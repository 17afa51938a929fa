import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export const insertScrapLines = (
  tx: Tx,
  parentId: number,
  lines: readonly (Range & { readonly categoryId: number })[],
) =>
  tx.query(
    `insert into sign.sign_scrap_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count)
     select $1, $2, r.no, r.category, r.lo::text, r.hi::text, r.hi - r.lo + 1
     from unnest($3::int[], $4::bigint[], $5::bigint[], $6::bigint[]) r(no, category, lo, hi)`,
    [
      tx.scope.tenantNo,
      parentId,
      lines.map((_, at) => at + 1),
      lines.map((one) => one.categoryId),
      lines.map((one) => one.from),
      lines.map((one) => one.to),
    ],
  );
