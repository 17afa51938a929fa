import { forbidden, notFound } from '#kit/contract/errors.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { today } from '#kit/server/today.ts';
import { lockAnimals } from '../animal.rows.ts';

export type ConsentAct = 'sell' | 'move' | 'cull' | 'pledge' | 'insure';

export interface Consent {
  readonly animalIds: readonly number[];
  readonly act: ConsentAct;
  /** The last day it holds. */
  readonly until: string;
  /** The user of the owner who gives it. */
  readonly by: number | null;
}

/**
 * An owner lets the keeper of its animals do one kind of thing with them until a day; told again, the new day holds. Only the owner, or a module in
 * the tenant's own name that has the owner's word, gives it.
 *
 * @example
 * await giveConsent(tx, { animalIds, act: 'sell', until: '2026-12-31', by: userId });
 */
export async function giveConsent(tx: Tx, { animalIds, act, until, by }: Consent): Promise<void> {
  const animals = await lockAnimals(tx, animalIds);
  if (animals.length !== new Set(animalIds).size) throw notFound();
  if (!tx.scope.system && animals.some((one) => !tx.scope.principals.includes(one.ownerId))) throw forbidden();
  await tx.query(
    `insert into registry.animal_consent (tenant_no, animal_id, owner_id, act, until, created_by)
     select tenant_no, id, owner_id, $2, $3, $4 from registry.animal where id = any ($1)
     on conflict (tenant_no, animal_id, owner_id, act)
       do update set until = excluded.until, created_by = excluded.created_by, created_at = now()`,
    [animalIds, act, until, by],
  );
}

/** Which of these animals stand with another than their owner, who has not allowed this: what a pledge or a policy asks before it is made. */
export async function withoutConsent(tx: Tx, animalIds: readonly number[], act: ConsentAct): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select a.id from registry.animal a where a.id = any ($1) and a.owner_id <> a.principal_id and not exists (
       select 1 from registry.animal_consent c
       where c.tenant_no = a.tenant_no and c.animal_id = a.id and c.owner_id = a.owner_id and c.act = $2
         and c.until >= $3::date)
     order by a.id`,
    [animalIds, act, today()],
  );
  return rows.map((row) => row.id);
}

/** R63: what a unit allowed, its survivor allows. */
export async function reassignConsents(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `insert into registry.animal_consent as c (tenant_no, animal_id, owner_id, act, until, created_by)
     select tenant_no, animal_id, $3, act, until, created_by from registry.animal_consent
     where tenant_no = $1 and owner_id = $2
     on conflict (tenant_no, animal_id, owner_id, act) do update set until = greatest(c.until, excluded.until)`,
    [tx.scope.tenantNo, from, to],
  );
}
