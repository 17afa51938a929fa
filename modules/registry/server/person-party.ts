import type { Tx } from '#kit/server/db/database.ts';

/** A unit whose records name a person sees that person. */
export async function insertPersonParty(tx: Tx, personId: number, partyId: number): Promise<void> {
  await tx.query(
    `insert into registry.person_party (tenant_no, person_id, party_id, created_by) values ($1, $2, $3, $4) on conflict do nothing`,
    [tx.scope.tenantNo, personId, partyId, tx.scope.userId],
  );
}
