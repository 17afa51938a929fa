import type { Tx } from '#kit/server/db/database.ts';

export interface NewCalf {
  readonly sex: string;
  readonly alive: boolean;
  readonly birthWeight?: number | null | undefined;
  readonly coatColor?: string | null | undefined;
  readonly breed?: string | null | undefined;
}
export async function insertCalves(
  tx: Tx,
  calvingId: number,
  calves: readonly NewCalf[],
  given: { calvedOn: string; tagDueOn: string },
): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `insert into breeding.calving_line (tenant_no, parent_id, line_no, sex, alive, birth_weight, coat_color, breed,
       tag_due_on, dead_on, state, created_by)
     select $1, $2, row_number() over () + (select count(*) from breeding.calving_line x where x.parent_id = $2),
       c.sex, c.alive, c."birthWeight", c."coatColor", c.breed,
       case when c.alive then $4::date end, case when not c.alive then $5::date end,
       case when c.alive then 'toTag' else 'dead' end, $6
     from jsonb_to_recordset($3::jsonb)
       c(sex text, alive boolean, "birthWeight" numeric, "coatColor" text, breed text) returning id`,
    [tx.scope.tenantNo, calvingId, JSON.stringify(calves), given.tagDueOn, given.calvedOn, tx.scope.userId],
  );
  return rows.map((row) => row.id);
}

export const tagCalf = (tx: Tx, id: number, animalId: number, on: string) =>
  tx.query(`update breeding.calving_line set animal_id = $2, tagged_on = $3, state = 'tagged' where id = $1`, [
    id,
    animalId,
    on,
  ]);
export const endCalf = (tx: Tx, id: number, on: string, cause: string) =>
  tx.query(`update breeding.calving_line set dead_on = $2, dead_cause = $3, state = 'dead' where id = $1`, [
    id,
    on,
    cause,
  ]);
/** Registered calves that left: their line says so, whatever became of them. */
export const goneCalves = (tx: Tx, animalIds: readonly number[], isBack: boolean) =>
  tx.query(`update breeding.calving_line set state = $2 where tenant_no = kit.tenant() and animal_id = any ($1)`, [
    animalIds,
    isBack ? 'tagged' : 'gone',
  ]);
