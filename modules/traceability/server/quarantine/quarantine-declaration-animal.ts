import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';

export interface DeclaredAnimal {
  readonly animalId: number;
  readonly tag: string;
  readonly result: 'pass' | 'fail' | null;
}

export const animalsOfDeclaration = (tx: Tx, id: number): Promise<DeclaredAnimal[]> =>
  tx.query<DeclaredAnimal>(
    `select animal_id as "animalId", tag, result from traceability.quarantine_declaration_animal
     where parent_id = $1 order by line_no`,
    [id],
  );

/** R11: animals that stand on another open declaration, with its number. Runs under the tenant's own sight. */
export async function inOpenDeclaration(
  tx: Tx,
  animalIds: readonly number[],
  except: number | null,
): Promise<Map<number, string>> {
  const rows = await tx.query<{ animalId: number; docNo: string }>(
    `select l.animal_id as "animalId", d.doc_no as "docNo" from traceability.quarantine_declaration_animal l
     join traceability.quarantine_declaration d on d.id = l.parent_id
     where l.tenant_no = kit.tenant() and l.is_open and l.animal_id = any ($1) and l.parent_id is distinct from $2`,
    [animalIds, except],
  );
  return new Map(rows.map((row) => [row.animalId, row.docNo]));
}

/** From submission on no other declaration takes them; of two at once the index lets one through. */
export async function openLines(tx: Tx, id: number): Promise<void> {
  try {
    await tx.query(
      `update traceability.quarantine_declaration_animal set is_open = true, result = null, fail_code = null
       where parent_id = $1`,
      [id],
    );
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'one_open_declaration')
      throw refusal('inDeclaration', 'traceability.refusal.inDeclaration');
    throw error;
  }
}

export const closeLines = (tx: Tx, id: number): Promise<unknown> =>
  tx.query('update traceability.quarantine_declaration_animal set is_open = false where parent_id = $1', [id]);

/** The vet's finding: who fails leaves the list and is free for another declaration. */
export const recordFindings = (
  tx: Tx,
  id: number,
  failed: readonly number[],
  failCode: string | null,
): Promise<unknown> =>
  tx.query(
    `update traceability.quarantine_declaration_animal
     set result = case when animal_id = any ($2) then 'fail' else 'pass' end,
       fail_code = case when animal_id = any ($2) then $3 end, is_open = animal_id <> all ($2)
     where parent_id = $1`,
    [id, failed, failCode],
  );
