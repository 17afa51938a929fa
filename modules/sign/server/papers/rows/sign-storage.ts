import type { Tx } from '#kit/server/db/database.ts';

/** Who laid it on the shelf. */
export const keepStorage = (tx: Tx, id: number) =>
  tx.query('update sign.sign_storage set keeper_id = $2 where id = $1', [id, tx.scope.userId]);
