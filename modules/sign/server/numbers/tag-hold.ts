import type { Tx } from '#kit/server/db/database.ts';

export const setHolders = (tx: Tx, id: number, holders: readonly number[]) =>
  tx.query('update sign.tag_hold set holder_ids = $2 where id = $1', [id, holders]);
