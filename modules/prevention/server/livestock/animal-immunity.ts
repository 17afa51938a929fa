import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';

/** How animals stand with every disease, recomputed from shots that count, what was put off and released titres. */
export async function projectImmunity(tx: Tx, animalIds: readonly number[]): Promise<void> {
  if (animalIds.length === 0) return;
  await tx.query('select prevention.project_immunity($1, $2)', [tx.scope.tenantNo, animalIds]);
}

/** Stock, plans and make-up of holders, recomputed; whoever comes second waits and then reads what the first wrote. */
export async function refreshHolders(tx: Tx, principalIds: readonly number[]): Promise<void> {
  const ids = [...new Set(principalIds)];
  if (ids.length === 0) return;
  await tx.query('select prevention.refresh_holders($1, $2)', [tx.scope.tenantNo, ids]);
}

/** Takes holders before any row that follows from them is written, as a refresh does: one who took a row first would wait for one who waits for it. */
export async function holdHolders(tx: Tx, principalIds: readonly number[]): Promise<void> {
  await tx.query('select prevention.hold_holders($1, $2)', [tx.scope.tenantNo, [...new Set(principalIds)]]);
}

/**
 * Keeps animals where they are until the transaction ends, and answers who holds them now: theirs are the plans that change with
 * a shot, wherever it was given.
 */
export async function holdStill(tx: Tx, animalIds: readonly number[]): Promise<number[]> {
  const rows = await inTenant(tx, tx.scope.tenantNo, 'holders', (sys) =>
    sys.query<{ id: number }>(
      'select principal_id as id from registry.animal where id = any ($1) order by registry.animal.id for no key update',
      [animalIds],
    ),
  );
  return [...new Set(rows.map((one) => one.id))];
}

/**
 * R45: a released titre changes how the animals stand, and with it what is to be made up.
 *
 * @example
 * await markTitre(tx, released.map((one) => one.animalId));
 */
export async function markTitre(tx: Tx, animalIds: readonly number[]): Promise<void> {
  const holders = await holdStill(tx, animalIds);
  await projectImmunity(tx, animalIds);
  await refreshHolders(tx, holders);
}
