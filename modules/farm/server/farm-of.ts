import { notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface Farm {
  readonly id: number;
  readonly name: string;
  readonly regionCode: number;
}

const farmSql = `select id, name, region_code as "regionCode" from farm.unit_seen
  where type in ('farm', 'cooperative', 'household') and status = 'active'`;

/** The farm asked for, or the caller's own. */
export async function farmOf(tx: Tx, farmId: number | undefined): Promise<Farm> {
  const [farm] = farmId
    ? await tx.query<Farm>(`${farmSql} and id = $1`, [farmId])
    : await tx.query<Farm>(`${farmSql} and id = any ($1) order by array_position($1, id) limit 1`, [
        tx.scope.principals,
      ]);
  if (!farm) throw notFound();
  return farm;
}

/** The caller as a member of the farm's staff. */
export async function staffOf(tx: Tx, principalId: number): Promise<number | null> {
  const [staff] = await tx.query<{ id: number }>(
    `select id from farm.staff_seen where principal_id = $1 and user_id = $2 and status = 'active' limit 1`,
    [principalId, tx.scope.userId],
  );
  return staff?.id ?? null;
}
