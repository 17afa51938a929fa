import type { Tx } from '#kit/server/db/database.ts';

/** The first sheet counted makes a published round an ongoing one. */
export async function startRound(tx: Tx, id: number): Promise<void> {
  await tx.query(
    `update prevention.census_round set status = 'ongoing', version = version + 1, updated_at = now() where id = $1 and status = 'published'`,
    [id],
  );
}

export async function setHouseholds(tx: Tx, id: number, households: number): Promise<void> {
  await tx.query('update prevention.census_round set households = $2 where id = $1', [id, households]);
}

/** Rounds whose day has come. */
export async function startDueRounds(tx: Tx, day: string): Promise<number> {
  const started = await tx.query(
    `update prevention.census_round set status = 'ongoing', version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'published' and start_date <= $1 returning 1`,
    [day],
  );
  return started.length;
}
