import type { Tx } from '#kit/server/db/database.ts';

/** The subject is no more: who worked for it may work for another. */
export const endMembers = (tx: Tx, subjectId: number): Promise<unknown> =>
  tx.query(
    `update traceability.integrated_subject_member set to_on = greatest(from_on, current_date)
     where parent_id = $1 and to_on is null`,
    [subjectId],
  );
