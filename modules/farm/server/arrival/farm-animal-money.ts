import { splitCents } from '#kit/contract/money.ts';
import type { Tx } from '#kit/server/db/database.ts';

/** Each head's part of what its batch cost, by weight; the parts are the whole to the cent. */
export const writeEntryCosts = (
  tx: Tx,
  principalId: number,
  amountCents: number,
  animals: readonly { readonly animalId: number; readonly kg: number | null }[],
): Promise<unknown> => {
  const cents = splitCents(
    amountCents,
    animals.map((one) => Math.round((one.kg ?? 1) * 100)),
  );
  return tx.query(
    `insert into farm.farm_animal_money (tenant_no, principal_id, animal_id, entry_cost_cents, created_by)
     select kit.tenant(), $1, x.id, x.cents, $4 from unnest($2::bigint[], $3::bigint[]) x(id, cents)
     on conflict (tenant_no, principal_id, animal_id) do update set entry_cost_cents = excluded.entry_cost_cents`,
    [principalId, animals.map((one) => one.animalId), cents, tx.scope.userId],
  );
};
