import type { Tx } from '#kit/server/db/database.ts';

/** R7: the pens go with their houses. */
export async function movePens(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query('update registry.pen set region_code = $2 where principal_id = $1 and region_code <> $2', [
    principalId,
    regionCode,
  ]);
}
