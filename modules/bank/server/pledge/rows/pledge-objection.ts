import type { Tx } from '#kit/server/db/database.ts';

export const setFinding = (
  tx: Tx,
  id: number,
  status: 'upheld' | 'rejected',
  finding: string,
  by: number | null,
): Promise<unknown> =>
  tx.query(
    `update bank.pledge_objection set status = $2, finding = $3, decided_by = $4, decided_at = now(),
       version = version + 1, updated_at = now(), updated_by = $4 where tenant_no = kit.tenant() and id = $1`,
    [id, status, finding, by],
  );
