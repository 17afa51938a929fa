import type { Tx } from '#kit/server/db/database.ts';

/** The open book of a unit that was merged goes on under the survivor; a farm number that is taken there is dropped. */
export async function mergeAnimals(tx: Tx, loserId: number, survivorId: number): Promise<void> {
  await tx.query(
    `update farm.farm_animal f set principal_id = $2, group_id = null, version = f.version + 1, updated_at = now(),
       farm_no = case when exists (select 1 from farm.farm_animal o where o.principal_id = $2 and o.farm_no = f.farm_no
         and o.status = 'live') then null else f.farm_no end
     where f.principal_id = $1 and f.status = 'live'`,
    [loserId, survivorId],
  );
}
