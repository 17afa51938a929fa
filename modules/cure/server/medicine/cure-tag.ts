import type { Tx } from '#kit/server/db/database.ts';

/** It stands for another from now on. */
export const closeMerged = (tx: Tx, id: number, intoId: number, actor: number): Promise<unknown> =>
  tx.query(
    `update cure.cure_tag set status = 'disabled', merged_into_id = $2, version = version + 1, updated_by = $3,
       updated_at = now() where tenant_no = kit.tenant() and id = $1`,
    [id, intoId, actor],
  );

export const takeWords = (tx: Tx, id: number, synonyms: string, actor: number): Promise<unknown> =>
  tx.query(
    `update cure.cure_tag set synonyms = nullif($2, ''), version = version + 1, updated_by = $3, updated_at = now()
     where tenant_no = kit.tenant() and id = $1`,
    [id, synonyms, actor],
  );
