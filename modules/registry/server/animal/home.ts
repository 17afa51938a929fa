import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface Home {
  readonly id: number;
  readonly type: string;
  readonly regionCode: number;
}

/** Where the animals of a unit come back to: to the survivor of a merge, and only where somebody is at work. */
export async function homeOf(tx: Tx, principalId: number): Promise<Home> {
  const [row] = await tx.query<Home & { status: string }>(
    `select s.id, s.principal_unit_type as type, s.region_code as "regionCode", s.status
     from registry.principal p join registry.principal s on s.id = coalesce(p.merged_into_id, p.id) where p.id = $1`,
    [principalId],
  );
  if (row?.status !== 'active') throw refusal('principalStopped', 'registry.principal.stopped');
  return row;
}

/** Who owns now what a unit owned; property does not ask whether its owner is at work. */
export async function ownerNow(tx: Tx, ownerId: number): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    'select coalesce(merged_into_id, id) as id from registry.principal where id = $1',
    [ownerId],
  );
  return row?.id ?? ownerId;
}
