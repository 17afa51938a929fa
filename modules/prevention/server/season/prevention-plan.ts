import type { Tx } from '#kit/server/db/database.ts';

/** A season that is called off leaves no plan behind. */
export async function dropPlans(tx: Tx, seasonId: number): Promise<void> {
  await tx.query('delete from prevention.prevention_plan where tenant_no = kit.tenant() and season_id = $1', [
    seasonId,
  ]);
}
