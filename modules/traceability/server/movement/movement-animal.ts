import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface MovedAnimal {
  readonly animalId: number;
  readonly tag: string;
  readonly result: 'arrived' | 'dead' | 'missing' | 'refused' | null;
  readonly note: string | null;
}

export const animalsOfMovement = (tx: Tx, id: number): Promise<MovedAnimal[]> =>
  tx.query<MovedAnimal>(
    `select animal_id as "animalId", tag, result, note from traceability.movement_animal
     where movement_id = $1 order by tag`,
    [id],
  );

/** R21: animals in an open movement, with its number. Runs under the tenant's own sight. */
export async function inOpenMovement(tx: Tx, animalIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await tx.query<{ animalId: number; docNo: string }>(
    `select l.animal_id as "animalId", m.doc_no as "docNo" from traceability.movement_animal l
     join traceability.movement m on m.id = l.movement_id
     where l.tenant_no = kit.tenant() and l.is_open and l.animal_id = any ($1)`,
    [animalIds],
  );
  return new Map(rows.map((row) => [row.animalId, row.docNo]));
}

export async function insertMoved(
  tx: Tx,
  movementId: number,
  animals: readonly { readonly animalId: number; readonly tag: string }[],
): Promise<void> {
  try {
    await tx.query(
      `insert into traceability.movement_animal (tenant_no, movement_id, animal_id, tag)
       select kit.tenant(), $1, a.id, a.tag from unnest($2::bigint[], $3::text[]) a(id, tag)`,
      [movementId, animals.map((one) => one.animalId), animals.map((one) => one.tag)],
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'one_open_movement')
      throw refusal('inMovement', 'traceability.refusal.inMovementSomewhere');
    throw error;
  }
}

export const recordResults = (
  tx: Tx,
  movementId: number,
  results: readonly { readonly animalId: number; readonly result: string; readonly note: string | null }[],
): Promise<unknown> =>
  tx.query(
    `update traceability.movement_animal t set result = r.result, note = r.note
     from unnest($2::bigint[], $3::text[], $4::text[]) r(id, result, note)
     where t.movement_id = $1 and t.animal_id = r.id`,
    [movementId, results.map((one) => one.animalId), results.map((one) => one.result), results.map((one) => one.note)],
  );

export const closeMoved = (tx: Tx, movementId: number): Promise<unknown> =>
  tx.query('update traceability.movement_animal set is_open = false where movement_id = $1', [movementId]);
