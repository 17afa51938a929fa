import type { Tx } from '#kit/server/db/database.ts';

/**
 * The row's own list of parties, which the row rule reads, and its flags, up while any module holds them up, follow the side tables: in one update,
 * for a row stands in many indexes, and of no row that says so already.
 */
export async function renewStakes(tx: Tx, animalIds: readonly number[]): Promise<void> {
  const up = (flag: string) =>
    `exists (
       select 1 from registry.animal_flag f
       where f.tenant_no = a.tenant_no and f.animal_id = a.id and f.flag = '${flag}')`;
  const flags = `${up('insured')}, ${up('pledged')}, ${up('quarantined')}`;
  const parties = `array(
    select distinct p.party_id from registry.animal_party p
    where p.tenant_no = a.tenant_no and p.animal_id = a.id and p.to_on is null order by 1)`;
  await tx.query(
    `update registry.animal a set (party_ids, insured, pledged, quarantined) = row (${parties}, ${flags})
     where a.id = any ($1)
       and (a.party_ids, a.insured, a.pledged, a.quarantined) is distinct from (${parties}, ${flags})`,
    [animalIds],
  );
}

/** Property; null gives it back to the holder. */
export async function changeOwner(
  tx: Tx,
  animalIds: readonly number[],
  ownerId: number | null,
  actor: number | null,
): Promise<void> {
  await tx.query(
    `update registry.animal set owner_id = coalesce($2, principal_id), version = version + 1, updated_by = $3, updated_at = now() where id = any ($1)`,
    [animalIds, ownerId, actor],
  );
}

/** Facts other modules learn. */
export async function setFacts(
  tx: Tx,
  animalIds: readonly number[],
  facts: { readonly castrated?: boolean; readonly breedingUse?: boolean },
  actor: number | null = tx.scope.userId,
): Promise<void> {
  await tx.query(
    `update registry.animal set castrated = coalesce($2, castrated), breeding_use = coalesce($3, breeding_use), version = version + 1, updated_by = $4,
       updated_at = now() where id = any ($1)`,
    [animalIds, facts.castrated ?? null, facts.breedingUse ?? null, actor],
  );
}
