import type { Tx } from '#kit/server/db/database.ts';

export interface TreatedAnimal {
  readonly animalId: number;
  readonly earTag: string;
  readonly weightKg: number;
  readonly weightBy: 'measured' | 'estimated';
  /** By number of the line. */
  readonly doses: Readonly<Record<string, number>>;
  readonly eventSeq: number;
}

export const insertTreated = (tx: Tx, treatmentId: number, animals: readonly TreatedAnimal[]): Promise<unknown> =>
  tx.query(
    `insert into cure.treatment_animal (tenant_no, treatment_id, animal_id, ear_tag, weight_kg, weight_by, doses,
      event_seq)
     select kit.tenant(), $1, a.* from unnest($2::bigint[], $3::text[], $4::numeric[], $5::text[], $6::jsonb[],
       $7::int[]) a`,
    [
      treatmentId,
      animals.map((one) => one.animalId),
      animals.map((one) => one.earTag),
      animals.map((one) => one.weightKg),
      animals.map((one) => one.weightBy),
      animals.map((one) => JSON.stringify(one.doses)),
      animals.map((one) => one.eventSeq),
    ],
  );
