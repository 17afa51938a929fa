import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export interface ReceivingLine extends Range {
  readonly id: number;
  readonly categoryId: number;
  readonly packNo: string | null;
  readonly count: number;
  readonly result: string | null;
  readonly settled: string | null;
  readonly isScanned: boolean;
}
const columns = `l.id, l.category_id as "categoryId", l.code_from::bigint as "from", l.code_to::bigint as "to",
  l.pack_no as "packNo", l.count, l.result, l.settled, l.scanned_at is not null as "isScanned"`;

export const linesOfReceiving = (tx: Tx, id: number): Promise<ReceivingLine[]> =>
  tx.query<ReceivingLine>(
    `select ${columns} from sign.sign_receiving_line l where l.parent_id = $1 order by l.line_no`,
    [id],
  );

export async function insertReceivingLines(
  tx: Tx,
  parentId: number,
  lines: readonly (Range & { readonly categoryId: number; readonly packNo?: string | null | undefined })[],
): Promise<void> {
  await tx.query(
    `insert into sign.sign_receiving_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count,
       pack_no)
     select $1, $2, r.no, r.category, r.lo::text, r.hi::text, r.hi - r.lo + 1, r.pack
     from unnest($3::int[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[]) r(no, category, lo, hi, pack)`,
    [
      tx.scope.tenantNo,
      parentId,
      lines.map((_, at) => at + 1),
      lines.map((one) => one.categoryId),
      lines.map((one) => one.from),
      lines.map((one) => one.to),
      lines.map((one) => one.packNo ?? null),
    ],
  );
}
export const markScanned = (tx: Tx, ids: readonly number[]) =>
  tx.query('update sign.sign_receiving_line set scanned_at = coalesce(scanned_at, now()) where id = any ($1)', [ids]);
export const saveResults = (
  tx: Tx,
  results: readonly { readonly id: number; readonly result: string; readonly reason?: string | null | undefined }[],
) =>
  tx.query(
    `update sign.sign_receiving_line l set result = r.result, reason = r.reason
     from unnest($1::bigint[], $2::text[], $3::text[]) r(id, result, reason) where l.id = r.id`,
    [results.map((one) => one.id), results.map((one) => one.result), results.map((one) => one.reason ?? null)],
  );
export const saveSettled = (tx: Tx, lines: readonly { readonly id: number; readonly how: string }[]) =>
  tx.query(
    `update sign.sign_receiving_line l set settled = r.how from unnest($1::bigint[], $2::text[]) r(id, how)
       where l.id = r.id`,
    [lines.map((one) => one.id), lines.map((one) => one.how)],
  );
