import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface RecoveryLine {
  readonly animalId: number;
  readonly outKg: number | null;
  readonly outcome: string;
  readonly fault: string;
  readonly calves: number;
}
export const recoveryLines = (tx: Pick<Tx, 'query'>, id: number): Promise<RecoveryLine[]> =>
  tx.query<RecoveryLine>(
    `select animal_id as "animalId", out_kg as "outKg", outcome, fault, calves from farm.recovery_line
     where parent_id = $1 order by line_no`,
    [id],
  );
/** R29: from the weighing on, no other paper takes the same animal of the same placement. */
export async function claimLines(tx: Tx, id: number, placementId: number): Promise<void> {
  const [other] = await tx.query<{ docNo: string; earTag: string }>(
    `select r.doc_no as "docNo", a.ear_tag as "earTag" from farm.recovery_line l
       join farm.recovery_line o on o.placement_id = $2 and o.animal_id = l.animal_id and o.parent_id <> l.parent_id
       join farm.recovery r on r.id = o.parent_id join farm.animal_seen a on a.id = l.animal_id
     where l.parent_id = $1 limit 1`,
    [id, placementId],
  );
  if (other) throw refusal('reserved', 'farm.tradeRefusal.reserved', { docNo: other.docNo, tag: other.earTag });
  await tx.query('update farm.recovery_line set placement_id = $2 where parent_id = $1', [id, placementId]);
}
