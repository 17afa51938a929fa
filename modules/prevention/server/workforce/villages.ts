import { invalid } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { assignVillages } from '../season/plan-household.ts';

export const workerJob = 'preventionWorker';

export interface ChargedGrid {
  readonly gridId: number;
  readonly villages: readonly number[];
}

/** Grids of their own that hold these villages. A village that only a wider grid holds asks for a grid first. */
export async function gridsOf(tx: Tx, villages: readonly number[]): Promise<ChargedGrid[]> {
  const grids = await tx.query<ChargedGrid>(
    `select v.grid_id as "gridId", array_agg(v.village_code order by v.village_code) as villages from registry.grid_village v
     where v.tenant_no = kit.tenant() and v.grid_level = 'village' and v.grid_id in
       (select g.grid_id from registry.grid_village g where g.tenant_no = kit.tenant() and g.grid_level = 'village' and g.village_code = any ($1))
     group by v.grid_id order by v.grid_id`,
    [villages],
  );
  const found = new Set(grids.flatMap((one) => one.villages));
  if (villages.some((code) => !found.has(code)))
    throw invalid([{ field: 'regionCodes', key: 'prevention.staffExamine.noGrid' }]);
  return grids;
}

/** Main duties a worker has now. */
export const dutiesOf = (tx: Tx, staffId: number): Promise<(ChargedGrid & { id: number })[]> =>
  tx.query(
    `select d.id, d.grid_id as "gridId", coalesce(array_agg(v.village_code) filter (where v.village_code is not null), '{}') as villages
     from registry.grid_duty d left join registry.grid_village v on v.tenant_no = d.tenant_no and v.grid_id = d.grid_id
     where d.tenant_no = kit.tenant() and d.staff_id = $1 and d.job = $2 and d.is_main and d.to_on is null group by d.id, d.grid_id order by d.id`,
    [staffId, workerJob],
  );

/** R48: what is left undone in these villages goes to whoever has main charge of them now, else into the township's pool. */
export async function reassignUndone(tx: Tx, villages: readonly number[]): Promise<void> {
  const rows = await tx.query<{ village: number; staffId: number | null }>(
    'select v as village, prevention.worker_of(kit.tenant(), v) as "staffId" from unnest($1::bigint[]) v',
    [[...new Set(villages)]],
  );
  for (const [staffId, own] of Map.groupBy(rows, (one) => one.staffId))
    await assignVillages(
      tx,
      own.map((one) => one.village),
      staffId,
    );
}
