import type { Tx } from '#kit/server/db/database.ts';
import type { TakenAnimal } from './judge-sheet.ts';

export interface VisitAnimal {
  readonly animalId: number;
  readonly earTag: string;
  readonly principalId: number;
  readonly regionCode: number;
  readonly species: string;
  readonly diseaseCodes: readonly string[];
  readonly lineNos: readonly number[];
  readonly result: string;
  readonly eventSeq: number | null;
}

export async function insertAnimals(
  tx: Tx,
  visit: { id: number; visitedOn: string; counted: boolean },
  animals: readonly TakenAnimal[],
  more: { seqOf: ReadonlyMap<number, number>; reasonOf: ReadonlyMap<number, string> },
): Promise<void> {
  if (animals.length === 0) return;
  await tx.query(
    `insert into prevention.immunisation_animal (tenant_no, visit_id, animal_id, visited_on, principal_id, region_code, species, ear_tag, line_nos, disease_codes, result,
       exempt_reason, exempt_until, routine_reason, note, counted, event_seq)
     select $1, $2, a.animal_id, $3, a.principal_id, a.region_code, a.species, a.ear_tag, array(select jsonb_array_elements_text(a.line_nos)::int),
       array(select jsonb_array_elements_text(a.disease_codes)), a.result, a.exempt_reason, a.exempt_until, a.routine_reason, a.note, $4, a.event_seq
     from jsonb_to_recordset($5::jsonb) a(animal_id bigint, principal_id bigint, region_code bigint, species text, ear_tag text, line_nos jsonb, disease_codes jsonb, result text,
       exempt_reason text, exempt_until date, routine_reason text, note text, event_seq int)`,
    [
      tx.scope.tenantNo,
      visit.id,
      visit.visitedOn,
      visit.counted,
      JSON.stringify(
        animals.map((one) => ({
          animal_id: one.animal.animalId,
          principal_id: one.animal.principalId,
          region_code: one.animal.regionCode,
          species: one.animal.species,
          ear_tag: one.animal.earTag,
          line_nos: one.lineNos,
          disease_codes: one.diseaseCodes,
          result: one.result,
          exempt_reason: one.exemptReason,
          exempt_until: one.exemptUntil,
          routine_reason: one.result === 'done' ? (more.reasonOf.get(one.animal.animalId) ?? null) : null,
          note: one.note,
          event_seq: more.seqOf.get(one.animal.animalId) ?? null,
        })),
      ),
    ],
  );
}

export const animalsOf = (tx: Tx, visitId: number, visitedOn: string): Promise<VisitAnimal[]> =>
  tx.query<VisitAnimal>(
    `select animal_id as "animalId", ear_tag as "earTag", principal_id as "principalId", region_code as "regionCode", species, disease_codes as "diseaseCodes", line_nos as "lineNos",
       result, event_seq as "eventSeq"
     from prevention.immunisation_animal where tenant_no = kit.tenant() and visit_id = $1 and visited_on = $2 order by animal_id`,
    [visitId, visitedOn],
  );

export async function countAnimals(
  tx: Tx,
  visit: { id: number; visitedOn: string },
  counted: boolean,
  seqOf: ReadonlyMap<number, number> = new Map(),
): Promise<void> {
  await tx.query(
    `update prevention.immunisation_animal i set counted = $3, event_seq = coalesce((select (e.value)::int from jsonb_each_text($4::jsonb) e where e.key = i.animal_id::text), i.event_seq)
     where i.tenant_no = kit.tenant() and i.visit_id = $1 and i.visited_on = $2`,
    [visit.id, visit.visitedOn, counted, JSON.stringify(Object.fromEntries(seqOf))],
  );
}
