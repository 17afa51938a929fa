import type { Tx } from '#kit/server/db/database.ts';

/** R43: a tag read before anything stood still waits for its weight; null once it has it. */
export const waitWithTag = (tx: Tx, sessionId: number, read: { tag: string; at: string } | null): Promise<unknown[]> =>
  tx.query('update device.weigh_session set waiting_tag = $2, waiting_at = $3 where id = $1', [
    sessionId,
    read?.tag ?? null,
    read?.at ?? null,
  ]);
