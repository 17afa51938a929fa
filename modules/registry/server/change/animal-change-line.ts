import type { Tx } from '#kit/server/db/database.ts';
import type { AnimalState } from '../animal/animal.rows.ts';

export interface ChangeLine {
  readonly animalId: number;
  readonly earTag: string;
  readonly before: AnimalState;
}

/** Each animal of a change, with what it was before. */
export async function insertLines(
  tx: Tx,
  changeId: number,
  animals: readonly AnimalState[],
  more: ReadonlyMap<number, { readonly weight?: number | null; readonly photoIds?: readonly number[] }>,
  toPenId: number | null,
): Promise<void> {
  await tx.query(
    `insert into registry.animal_change_line (tenant_no, change_id, animal_id, ear_tag, from_pen_id, to_pen_id, weight, photo_ids, before)
     select $1, $2, l.animal_id, l.ear_tag, l.from_pen_id, $4, l.weight, coalesce(l.photo_ids, '{}'), l.before
     from jsonb_to_recordset($3::jsonb) l(animal_id bigint, ear_tag text, from_pen_id bigint, weight numeric, photo_ids bigint[], before jsonb)`,
    [
      tx.scope.tenantNo,
      changeId,
      JSON.stringify(
        animals.map((one) => ({
          animal_id: one.id,
          ear_tag: one.earTag,
          from_pen_id: one.penId,
          weight: more.get(one.id)?.weight ?? null,
          photo_ids: more.get(one.id)?.photoIds ?? [],
          before: one,
        })),
      ),
      toPenId,
    ],
  );
}

export async function linesOf(tx: Tx, changeId: number): Promise<ChangeLine[]> {
  return tx.query<ChangeLine>(
    `select animal_id as "animalId", ear_tag as "earTag", before from registry.animal_change_line
     where tenant_no = $1 and change_id = $2 and not taken_off order by animal_id`,
    [tx.scope.tenantNo, changeId],
  );
}

/** Where those who were taken came to stand. */
export async function putInPen(tx: Tx, changeId: number, toPenId: number | null): Promise<void> {
  if (toPenId === null) return;
  await tx.query(
    'update registry.animal_change_line set to_pen_id = $3 where tenant_no = $1 and change_id = $2 and not taken_off',
    [tx.scope.tenantNo, changeId, toPenId],
  );
}

export async function takeOff(tx: Tx, changeId: number, animalIds: readonly number[]): Promise<void> {
  await tx.query(
    'update registry.animal_change_line set taken_off = true where tenant_no = $1 and change_id = $2 and animal_id = any ($3)',
    [tx.scope.tenantNo, changeId, animalIds],
  );
}
