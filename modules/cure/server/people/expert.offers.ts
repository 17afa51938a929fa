import type { Tx } from '#kit/server/db/database.ts';

/** R10: among equals the one asked longest ago comes first. */
export const noteOffer = (tx: Tx, expertId: number): Promise<unknown> =>
  tx.query('update cure.expert set last_offer_at = now() where id = $1', [expertId]);
