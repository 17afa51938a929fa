import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** R7: the pens go with their houses. */
export async function movePens(tx: Tx, principalId: number, regionCode: number): Promise<void> {
  await tx.query('update registry.pen set region_code = $2 where principal_id = $1 and region_code <> $2', [
    principalId,
    regionCode,
  ]);
}

/** R63: the pens of houses that passed to another. */
export async function reassignPens(tx: Tx, from: number, to: number, regionCode: number): Promise<number> {
  const rows = await tx.query(
    'update registry.pen set principal_id = $2, region_code = $3, version = version + 1, updated_at = now() where principal_id = $1 returning 1',
    [from, to, regionCode],
  );
  return rows.length;
}

/** A pen of this unit that still stands; whoever names another's names none. */
export async function penOf(
  tx: Tx,
  id: number,
  principalId: number,
  field = 'toPenId',
): Promise<{ id: number; hovelId: number }> {
  const [row] = await tx.query<{ id: number; hovelId: number }>(
    `select id, hovel_id as "hovelId" from registry.pen where id = $1 and principal_id = $2 and status <> 'removed'`,
    [id, principalId],
  );
  if (!row) throw invalid([{ field, key: 'error.field.ref' }]);
  return row;
}
