import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { changeOwner, renewParties } from './animal.parties.ts';

/** Who else sees the animal and its life while the row is open: its insurer, its bank. */
export async function setParty(
  tx: Tx,
  animalIds: readonly number[],
  partyId: number,
  role: string,
  on: boolean,
  source: string,
  actor: number | null = tx.scope.userId,
): Promise<void> {
  if (on)
    await tx.query(
      `insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on, created_by)
       select $1, a, $3, $4, $5, $6, $7 from unnest($2::bigint[]) a
       on conflict (tenant_no, animal_id, party_id, role, source) do update set to_on = null`,
      [tx.scope.tenantNo, animalIds, partyId, role, source, today(), actor],
    );
  else
    await tx.query(
      `update registry.animal_party set to_on = $6 where tenant_no = $1 and animal_id = any ($2) and party_id = $3 and role = $4 and source = $5 and to_on is null`,
      [tx.scope.tenantNo, animalIds, partyId, role, source, today()],
    );
  await renewParties(tx, animalIds);
}

/**
 * Property apart from who keeps the animal; null gives it back to the holder. The owner sees the animal while it is theirs.
 *
 * @example
 * await setOwner(tx, animalIds, companyId, 'cure.entrust:12');
 */
export async function setOwner(
  tx: Tx,
  animalIds: readonly number[],
  ownerId: number | null,
  source: string,
  actor: number | null = tx.scope.userId,
): Promise<void> {
  await tx.query(
    `update registry.animal_party set to_on = $3 where tenant_no = $1 and animal_id = any ($2) and role = 'owner' and to_on is null and party_id is distinct from $4`,
    [tx.scope.tenantNo, animalIds, today(), ownerId],
  );
  await changeOwner(tx, animalIds, ownerId, actor);
  if (ownerId === null) await renewParties(tx, animalIds);
  else await setParty(tx, animalIds, ownerId, 'owner', true, source, actor);
}

/** R63: what a unit sees as a party, its survivor sees. */
export async function reassignParties(tx: Tx, from: number, to: number): Promise<void> {
  const rows = await tx.query<{ id: number; role: string; source: string }>(
    'select animal_id as id, role, source from registry.animal_party where tenant_no = $1 and party_id = $2 and to_on is null',
    [tx.scope.tenantNo, from],
  );
  for (const [, same] of Map.groupBy(rows, ({ role, source }) => `${role} ${source}`)) {
    const ids = same.map((one) => one.id);
    const { role = '', source = '' } = same[0] ?? {};
    await setParty(tx, ids, to, role, true, source);
    await setParty(tx, ids, from, role, false, source);
  }
}

/** R64: whoever sees the one record sees the other it was merged into. */
export async function reassignPartiesOf(tx: Tx, loserId: number, survivorId: number): Promise<void> {
  await tx.query(
    `insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on, created_by)
     select tenant_no, $3, party_id, role, source, from_on, created_by from registry.animal_party where tenant_no = $1 and animal_id = $2 and to_on is null
     on conflict (tenant_no, animal_id, party_id, role, source) do update set to_on = null`,
    [tx.scope.tenantNo, loserId, survivorId],
  );
  await renewParties(tx, [survivorId]);
}
