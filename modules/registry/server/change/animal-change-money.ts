import type { Tx } from '#kit/server/db/database.ts';

export interface Paid {
  readonly entity: 'entry' | 'change';
  readonly entityId: number;
  readonly animalId: number | null;
  readonly principalId: number;
  readonly toPrincipalId: number | null;
  readonly cents: number;
}

/** What was paid, for the parties alone. */
export async function insertPaid(tx: Tx, paid: Paid, actor: number | null): Promise<void> {
  await tx.query(
    `insert into registry.animal_change_money (tenant_no, entity, entity_id, animal_id, principal_id, to_principal_id, cents, created_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      tx.scope.tenantNo,
      paid.entity,
      paid.entityId,
      paid.animalId,
      paid.principalId,
      paid.toPrincipalId,
      paid.cents,
      actor,
    ],
  );
}
