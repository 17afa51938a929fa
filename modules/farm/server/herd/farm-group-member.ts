import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { setGroup } from './farm-animal.group.ts';

/** One open membership per animal; null takes it out of its group. */
export async function changeGroup(
  tx: Tx,
  animalIds: readonly number[],
  groupId: number | null,
  { onlyBook = false }: { onlyBook?: boolean } = {},
): Promise<void> {
  if (groupId !== null) {
    const [group] = await tx.query<{ ok: boolean }>(
      `select g.status = 'active' and not exists (select 1 from farm.animal_seen a where a.id = any ($2)
         and (a.principal_id <> g.principal_id or a.species <> g.species)) as ok
           from farm.farm_group g where g.id = $1`,
      [groupId, animalIds],
    );
    if (!group?.ok) throw invalid([{ field: 'groupId', key: 'farm.farmGroup.notFit' }]);
  }
  await tx.query(
    `update farm.farm_group_member set to_on = $2 where tenant_no = kit.tenant() and animal_id = any ($1)
       and to_on is null and group_id is distinct from $3`,
    [animalIds, today(), groupId],
  );
  if (groupId !== null)
    await tx.query(
      `insert into farm.farm_group_member (tenant_no, group_id, animal_id, from_on, created_by)
       select kit.tenant(), $2, x.id, $3, $4 from unnest($1::bigint[]) x(id) on conflict do nothing`,
      [animalIds, groupId, today(), tx.scope.userId],
    );
  if (!onlyBook) await setGroup(tx, animalIds, groupId);
}
