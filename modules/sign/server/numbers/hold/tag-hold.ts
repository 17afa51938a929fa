import type { Tx } from '#kit/server/db/database.ts';
import { insertHolders } from './tag-hold-party.ts';

/** Whoever had some of the numbers when they were stopped sees the paper. */
export async function setHolders(tx: Tx, id: number, holders: readonly number[]): Promise<void> {
  await tx.query('update sign.tag_hold set holder_ids = $2 where id = $1', [id, holders]);
  await insertHolders(tx, id, holders);
}
