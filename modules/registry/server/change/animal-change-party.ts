import type { Tx } from '#kit/server/db/database.ts';

/** Whoever is a party to one of its animals sees the change too. */
export async function insertParties(tx: Tx, changeId: number, partyIds: readonly number[]): Promise<void> {
  if (partyIds.length === 0) return;
  await tx.query(
    `insert into registry.animal_change_party (tenant_no, animal_change_id, party_id) select $1, $2, p from unnest($3::bigint[]) p on conflict do nothing`,
    [tx.scope.tenantNo, changeId, partyIds],
  );
}
