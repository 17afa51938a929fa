import type { Tx } from '#kit/server/db/database.ts';
import type { Range } from '#modules/sign/contract/numbers/code.ts';

export interface BagLine extends Range {
  readonly id: number;
  readonly categoryId: number;
  readonly count: number;
  readonly animalId: number | null;
}
export const linesOfBag = (tx: Tx, id: number): Promise<BagLine[]> =>
  tx.query<BagLine>(
    `select l.id, l.category_id as "categoryId", l.code_from::bigint as "from", l.code_to::bigint as "to", l.count,
       l.animal_id as "animalId" from sign.sign_recovery_line l where l.parent_id = $1 order by l.line_no, l.id`,
    [id],
  );
/** The same scan again stands once: false where it is there already. */
export async function addBagLine(
  tx: Tx,
  parentId: number,
  line: Range & { readonly categoryId: number; readonly animalId: number | null },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into sign.sign_recovery_line (tenant_no, parent_id, line_no, category_id, code_from, code_to, count,
       animal_id,
       scan_key)
     values ($1, $2, (select coalesce(max(line_no), 0) + 1 from sign.sign_recovery_line where parent_id = $2), $3,
     $4, $5, $6,
       $7, $8) on conflict do nothing returning 1`,
    [
      tx.scope.tenantNo,
      parentId,
      line.categoryId,
      String(line.from),
      String(line.to),
      line.to - line.from + 1,
      line.animalId,
      `${line.from}-${line.to}`,
    ],
  );
  return rows.length > 0;
}
export const dropBagLine = (tx: Tx, parentId: number, id: number) =>
  tx.query('delete from sign.sign_recovery_line where parent_id = $1 and id = $2 returning 1', [parentId, id]);
/** The bag that has a code already, whoever's it is. */
export async function bagWith(tx: Tx, code: number, except: number): Promise<string | null> {
  const [row] = await tx.query<{ bagNo: string }>(
    `select r.bag_no as "bagNo" from sign.sign_recovery_line l join sign.sign_recovery r on r.id = l.parent_id
     where l.tenant_no = $1 and l.scan_key = $2 and r.id <> $3 and r.kind = 'worn' limit 1`,
    [tx.scope.tenantNo, `${code}-${code}`, except],
  );
  return row?.bagNo ?? null;
}
