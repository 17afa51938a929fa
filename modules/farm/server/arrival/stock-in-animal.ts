import type { Tx } from '#kit/server/db/database.ts';

export interface ArrivedAnimal {
  readonly animalId: number;
  readonly earTag: string;
  readonly kg: number | null;
  readonly known: boolean;
}

export const insertArrived = (tx: Tx, stockInId: number, animals: readonly ArrivedAnimal[]): Promise<unknown> =>
  tx.query(
    `insert into farm.stock_in_animal (tenant_no, stock_in_id, animal_id, ear_tag, kg, known, created_by)
     select kit.tenant(), $1, x.id, x.tag, x.kg, x.known, $6
     from unnest($2::bigint[], $3::text[], $4::numeric[], $5::boolean[]) x(id, tag, kg, known)`,
    [
      stockInId,
      animals.map((one) => one.animalId),
      animals.map((one) => one.earTag),
      animals.map((one) => one.kg),
      animals.map((one) => one.known),
      tx.scope.userId,
    ],
  );

export const markOutcome = async (
  tx: Tx,
  stockInId: number,
  animalId: number,
  outcome: string,
  remark: string,
): Promise<boolean> =>
  (
    await tx.query(
      `update farm.stock_in_animal set outcome = $3, remark = $4 where stock_in_id = $1 and animal_id = $2
         and outcome in ('ok', 'sick') returning 1`,
      [stockInId, animalId, outcome, remark],
    )
  ).length > 0;

export const arrivedOf = (tx: Tx, stockInId: number) =>
  tx.query<{ animalId: number; earTag: string; kg: number | null; outcome: string }>(
    `select animal_id as "animalId", ear_tag as "earTag", kg::float8 as kg, outcome from farm.stock_in_animal
     where stock_in_id = $1 order by ear_tag`,
    [stockInId],
  );
