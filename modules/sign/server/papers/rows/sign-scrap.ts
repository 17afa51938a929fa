import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { today } from '#kit/server/today.ts';
import { type Range, sumOf } from '#modules/sign/contract/numbers/code.ts';
import { unitsOf } from '../../numbers/holders.ts';
import type { Holder } from '../../numbers/tag-move.ts';
import { insertScrapLines } from './sign-scrap-line.ts';

/** What arrived broken, or never: a paper to be filled in by who answers for it. */
export async function draftScrap(
  tx: Tx,
  holder: Holder,
  lines: readonly (Range & { readonly categoryId: number })[],
  source: { readonly docNo: string },
  kind = 'damaged',
): Promise<string> {
  const unit = (await unitsOf(tx, [holder.principalId])).get(holder.principalId);
  return inTenant(tx, tx.scope.tenantNo, 'tags', async (all) => {
    const [row] = await all.query<{ id: number; docNo: string }>(
      `insert into sign.sign_scrap (tenant_no, region_code, doc_no, kind, principal_id, staff_id, happened_on,
         happened_at,
         witness, count, created_by, updated_by)
       values ($1, $2, kit.doc_no('EX'), $3, $4, $5, $6, $7, '-', $8, $9, $9) returning id, doc_no as "docNo"`,
      [
        all.scope.tenantNo,
        unit?.regionCode ?? 0,
        kind,
        holder.principalId,
        holder.staffId,
        today(),
        source.docNo,
        sumOf(lines),
        tx.scope.userId,
      ],
    );
    if (!row) throw new Error('no scrap');
    await insertScrapLines(all, row.id, lines);
    return row.docNo;
  });
}

/** A stocktake that found numbers missing reports them lost. */
export async function submitLost(tx: Tx, id: number, fromPlace: string): Promise<void> {
  await tx.query(
    `update sign.sign_scrap set status = 'submitted', from_place = $2, submitted_by = $3, updated_at = now()
       where id = $1`,
    [id, fromPlace, tx.scope.userId],
  );
}

/** R49: who did which step. */
export const stampScrap = (tx: Tx, id: number, step: string) =>
  tx.query(
    `update sign.sign_scrap set submitted_by = case when $2 = 'submit' then $3 else submitted_by end,
       checked_by = case when $2 = 'check' then $3 when $2 = 'submit' then null else checked_by end,
       approved_by = case when $2 = 'approve' then $3 else approved_by end where id = $1`,
    [id, step, tx.scope.userId],
  );
