import type { Tx } from '#kit/server/db/database.ts';

/** R7: the houses stand where their holder was found to live. */
export async function moveHovels(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query('update registry.hovel set region_code = $2 where principal_id = $1 and region_code <> $2', [
    principalId,
    regionCode,
  ]);
}
