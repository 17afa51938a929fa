import type { Tx } from '#kit/server/db/database.ts';

export interface StageMove {
  readonly animalId: number;
  readonly principalId: number;
  readonly regionCode: number;
  readonly stageId: number;
  readonly kg: number | null;
}

/** The history of stages: the open one ends on the day the next begins. */
export async function writeStages(
  tx: Tx,
  moves: readonly StageMove[],
  about: { on: string; cause: string; sessionId?: number | null },
): Promise<void> {
  if (moves.length === 0) return;
  const ids = moves.map((one) => one.animalId);
  const kilos = moves.map((one) => one.kg);
  await tx.query(
    `update farm.animal_stage s set to_on = $2, kg_to = x.kg from unnest($1::bigint[], $3::numeric[]) x(id, kg)
     where s.tenant_no = kit.tenant() and s.animal_id = x.id and s.to_on is null`,
    [ids, about.on, kilos],
  );
  await tx.query(
    `insert into farm.animal_stage (tenant_no, region_code, principal_id, animal_id, stage_id, from_on, cause, kg_from,
       session_id, created_by)
     select kit.tenant(), x.region, x.farm, x.id, x.stage, $6, $7, x.kg, $8, $9
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::numeric[]) x(id, farm, region, stage, kg)`,
    [
      ids,
      moves.map((one) => one.principalId),
      moves.map((one) => one.regionCode),
      moves.map((one) => one.stageId),
      kilos,
      about.on,
      about.cause,
      about.sessionId ?? null,
      tx.scope.userId,
    ],
  );
}

export const endStages = (tx: Tx, animalIds: readonly number[], on: string): Promise<unknown> =>
  tx.query(
    `update farm.animal_stage set to_on = greatest($2::date, from_on) where tenant_no = kit.tenant()
       and animal_id = any ($1) and to_on is null`,
    [animalIds, on],
  );

/** R11: what a weighing moved goes back to the stage before; answers which animals, and where they are again. */
export async function undoStages(
  tx: Tx,
  sessionId: number,
): Promise<{ animalId: number; stageId: number | null; on: string | null }[]> {
  const undone = await tx.query<{ animalId: number }>(
    `delete from farm.animal_stage where tenant_no = kit.tenant() and session_id = $1 and to_on is null
     returning animal_id as "animalId"`,
    [sessionId],
  );
  if (undone.length === 0) return [];
  return tx.query(
    `with last as (
       select distinct on (s.animal_id) s.id, s.animal_id from farm.animal_stage s
       where s.tenant_no = kit.tenant() and s.animal_id = any ($1) order by s.animal_id, s.from_on desc, s.id desc
     ), opened as (
       update farm.animal_stage s set to_on = null, kg_to = null from last where s.id = last.id
       returning s.animal_id, s.stage_id, s.from_on
     )
     select a.id as "animalId", o.stage_id as "stageId", to_char(o.from_on, 'YYYY-MM-DD') as on
     from unnest($1::bigint[]) a(id) left join opened o on o.animal_id = a.id`,
    [undone.map((one) => one.animalId)],
  );
}
