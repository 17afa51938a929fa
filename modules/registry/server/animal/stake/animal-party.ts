import { refusal } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { lockAnimals } from '../animal.rows.ts';
import { changeOwner, renewStakes } from './animal.parties.ts';

export interface Party {
  readonly animalIds: readonly number[];
  readonly partyId: number;
  readonly role: string;
  readonly on: boolean;
  readonly source: string;
}

/** The rows alone; the animals' own follow by `renewStakes`. */
export async function putParty(
  tx: Tx,
  { animalIds, partyId, role, on, source }: Party,
  actor: number | null,
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
}

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
  await putParty(tx, { animalIds, partyId, role, on, source }, actor);
  await renewStakes(tx, animalIds);
}

/**
 * Property apart from who keeps the animal, under one arrangement at a time; null gives it back to the holder. The owner sees the animal while it is theirs.
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
  const animals = await lockAnimals(tx, animalIds);
  const open = await tx.query<{ id: number; source: string }>(
    `select animal_id as id, source from registry.animal_party
     where tenant_no = $1 and animal_id = any ($2) and role = 'owner' and to_on is null`,
    [tx.scope.tenantNo, animalIds],
  );
  const other = open.find((row) => row.source !== source);
  if (other) {
    const { earTag: tag = '' } = animals.find((one) => one.id === other.id) ?? {};
    throw refusal('keptElsewhere', 'registry.animal.keptElsewhereWords', { tag });
  }
  await tx.query(
    `update registry.animal_party set to_on = $3 where tenant_no = $1 and animal_id = any ($2) and role = 'owner' and to_on is null and party_id is distinct from $4`,
    [tx.scope.tenantNo, animalIds, today(), ownerId],
  );
  await changeOwner(tx, animalIds, ownerId, actor);
  if (ownerId === null) await renewStakes(tx, animalIds);
  else await setParty(tx, animalIds, ownerId, 'owner', true, source, actor);
}

/** R63: what a unit sees as a party, its survivor sees. */
export async function reassignParties(tx: Tx, from: number, to: number): Promise<void> {
  const rows = await tx.query<{ id: number; role: string; source: string }>(
    'select animal_id as id, role, source from registry.animal_party where tenant_no = $1 and party_id = $2 and to_on is null',
    [tx.scope.tenantNo, from],
  );
  for (const [, same] of Map.groupBy(rows, ({ role, source }) => `${role} ${source}`)) {
    const animalIds = same.map((one) => one.id);
    const { role = '', source = '' } = same[0] ?? {};
    // In this order: an animal never has two owners.
    await putParty(tx, { animalIds, partyId: from, role, on: false, source }, tx.scope.userId);
    await setParty(tx, animalIds, to, role, true, source);
  }
}

/** R64: whoever sees the one record sees the other it was merged into; whose it is, the survivor says. */
export async function reassignPartiesOf(tx: Tx, loserId: number, survivorId: number): Promise<void> {
  await tx.query(
    `insert into registry.animal_party (tenant_no, animal_id, party_id, role, source, from_on, created_by)
     select tenant_no, $3, party_id, role, source, from_on, created_by from registry.animal_party
     where tenant_no = $1 and animal_id = $2 and to_on is null and role <> 'owner'
     on conflict (tenant_no, animal_id, party_id, role, source) do update set to_on = null`,
    [tx.scope.tenantNo, loserId, survivorId],
  );
  await renewStakes(tx, [survivorId]);
}
