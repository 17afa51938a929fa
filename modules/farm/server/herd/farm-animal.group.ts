import type { Tx } from '#kit/server/db/database.ts';

export const setGroup = (tx: Tx, animalIds: readonly number[], groupId: number | null): Promise<unknown> =>
  tx.query(
    `update farm.farm_animal set group_id = $2, version = version + 1, updated_at = now()
     where tenant_no = kit.tenant() and status = 'live' and animal_id = any ($1) and group_id is distinct from $2`,
    [animalIds, groupId],
  );
