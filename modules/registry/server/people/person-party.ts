import type { Tx } from '#kit/server/db/database.ts';

/** A unit whose records name a person sees that person. */
export async function insertPersonParty(tx: Tx, personId: number, partyId: number): Promise<void> {
  await tx.query(
    `insert into registry.person_party (tenant_no, person_id, party_id, created_by) values ($1, $2, $3, $4) on conflict do nothing`,
    [tx.scope.tenantNo, personId, partyId, tx.scope.userId],
  );
}

/** Whoever sees the one sees the other it was merged into. */
export async function reassignPersonParties(tx: Tx, loserId: number, survivorId: number): Promise<void> {
  await tx.query(
    `insert into registry.person_party (tenant_no, person_id, party_id, created_by) select tenant_no, $3, party_id, created_by from registry.person_party
     where tenant_no = $1 and person_id = $2 and to_on is null on conflict do nothing`,
    [tx.scope.tenantNo, loserId, survivorId],
  );
}

/** People a unit names are named by its survivor. */
export async function renamePersonParty(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `insert into registry.person_party (tenant_no, person_id, party_id, created_by) select tenant_no, person_id, $3, created_by from registry.person_party
     where tenant_no = $1 and party_id = $2 and to_on is null on conflict do nothing`,
    [tx.scope.tenantNo, from, to],
  );
}
