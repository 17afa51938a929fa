import type { Tx } from '#kit/server/db/database.ts';

export interface ThirdAnimal {
  readonly id: number;
  readonly outsideId: string;
  readonly chip: string | null;
  readonly tag: string;
  readonly species: string;
  readonly breed: string;
  readonly sex: string;
  readonly birthDate: string;
  readonly animalId: number | null;
  readonly result: string | null;
}

export const animalsOfBatch = (tx: Tx, id: number): Promise<ThirdAnimal[]> =>
  tx.query<ThirdAnimal>(
    `select id, outside_id as "outsideId", chip, tag, species, breed, sex,
       to_char(birth_date, 'YYYY-MM-DD') as "birthDate", animal_id as "animalId", result
     from traceability.third_party_batch_animal where parent_id = $1 order by line_no`,
    [id],
  );

export const recordReceived = (
  tx: Tx,
  rows: readonly { readonly id: number; readonly result: string; readonly animalId: number | null }[],
): Promise<unknown> =>
  tx.query(
    `update traceability.third_party_batch_animal t set result = r.result, animal_id = r.animal_id
     from unnest($1::bigint[], $2::text[], $3::bigint[]) r(id, result, animal_id) where t.id = r.id`,
    [rows.map((one) => one.id), rows.map((one) => one.result), rows.map((one) => one.animalId)],
  );

export const insertAnimals = (
  tx: Tx,
  parentId: number,
  rows: readonly Omit<ThirdAnimal, 'id' | 'animalId' | 'result'>[],
): Promise<unknown> =>
  tx.query(
    `insert into traceability.third_party_batch_animal (tenant_no, parent_id, line_no, outside_id, chip, tag,
      tag_action,
       species, breed, sex, birth_date)
     select kit.tenant(), $1, r.no, r.outside_id, r.chip, r.tag,
       case when r.outside_id = r.tag then 'keep' else 'retag' end, r.species, r.breed, r.sex, r.birth_date
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::date[])
       with ordinality r(outside_id, chip, tag, species, breed, sex, birth_date, no)`,
    [
      parentId,
      rows.map((one) => one.outsideId),
      rows.map((one) => one.chip),
      rows.map((one) => one.tag),
      rows.map((one) => one.species),
      rows.map((one) => one.breed),
      rows.map((one) => one.sex),
      rows.map((one) => one.birthDate),
    ],
  );
