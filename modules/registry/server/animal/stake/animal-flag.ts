import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { renewStakes } from './animal.parties.ts';

export type Flag = 'insured' | 'pledged' | 'quarantined';

export interface Raised {
  readonly animalIds: readonly number[];
  readonly flag: Flag;
  readonly on: boolean;
  readonly source: string;
}

/** The rows alone; the animals' own follow by `renewStakes`. */
export async function putFlag(tx: Tx, { animalIds, flag, on, source }: Raised, actor: number | null): Promise<void> {
  if (on)
    await tx.query(
      `insert into registry.animal_flag (tenant_no, animal_id, flag, source, since_on, created_by) select $1, a, $3, $4, $5, $6 from unnest($2::bigint[]) a
       on conflict do nothing`,
      [tx.scope.tenantNo, animalIds, flag, source, today(), actor],
    );
  else
    await tx.query(
      'delete from registry.animal_flag where tenant_no = $1 and animal_id = any ($2) and flag = $3 and source = $4',
      [tx.scope.tenantNo, animalIds, flag, source],
    );
}

/**
 * One module raises or lowers its own flag; it stays up while any does. Whoever raised `quarantined` lowers it in the transaction of the exit it orders.
 */
export async function setFlag(
  tx: Tx,
  animalIds: readonly number[],
  flag: Flag,
  on: boolean,
  source: string,
  actor: number | null = tx.scope.userId,
): Promise<void> {
  await putFlag(tx, { animalIds, flag, on, source }, actor);
  await renewStakes(tx, animalIds);
}

/** R64: what holds a flag up on the one holds it up on the other it was merged into. */
export async function reassignFlags(tx: Tx, loserId: number, survivorId: number): Promise<void> {
  await tx.query(
    `insert into registry.animal_flag (tenant_no, animal_id, flag, source, since_on, created_by)
     select tenant_no, $3, flag, source, since_on, created_by from registry.animal_flag where tenant_no = $1 and animal_id = $2 on conflict do nothing`,
    [tx.scope.tenantNo, loserId, survivorId],
  );
  await tx.query('delete from registry.animal_flag where tenant_no = $1 and animal_id = $2', [
    tx.scope.tenantNo,
    loserId,
  ]);
  await renewStakes(tx, [survivorId, loserId]);
}
