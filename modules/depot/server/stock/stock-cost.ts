import type { Tx } from '#kit/server/db/database.ts';

/** What things cost stands apart from how many there are: seen by the units at both ends alone. */
export interface Cost {
  readonly about: 'balance' | 'move' | 'line';
  readonly aboutId: number;
  readonly principalId: number | null;
  readonly otherPrincipalId: number | null;
  readonly unitCost: number;
  readonly cents: number;
}

export async function saveCosts(tx: Tx, costs: readonly Cost[]): Promise<void> {
  if (costs.length === 0) return;
  await tx.query(
    `insert into depot.stock_cost as c (tenant_no, about, about_id, principal_id, other_principal_id, unit_cost, cents, created_by)
     select $1, x.about, x.about_id, x.principal_id, x.other_principal_id, x.unit_cost, x.cents, $8
     from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::numeric[], $7::bigint[]) x(about, about_id, principal_id, other_principal_id, unit_cost, cents)
     on conflict (tenant_no, about, about_id) do update set unit_cost = excluded.unit_cost, cents = excluded.cents`,
    [
      tx.scope.tenantNo,
      costs.map((one) => one.about),
      costs.map((one) => one.aboutId),
      costs.map((one) => one.principalId),
      costs.map((one) => one.otherPrincipalId),
      costs.map((one) => one.unitCost),
      costs.map((one) => one.cents),
      tx.scope.userId,
    ],
  );
}

/** A document that is written anew takes its lines' prices with it. */
export async function dropLineCosts(tx: Tx, lineIds: readonly number[]): Promise<void> {
  await tx.query(`delete from depot.stock_cost where about = 'line' and about_id = any ($1)`, [lineIds]);
}

export async function costsOf(
  tx: Tx,
  about: Cost['about'],
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.query<{ id: number; cost: number }>(
    'select about_id as id, unit_cost as cost from depot.stock_cost where about = $1 and about_id = any ($2)',
    [about, ids],
  );
  return new Map(rows.map((row) => [row.id, row.cost]));
}

/** What a store's goods are worth goes with the store to another unit. */
export async function reassignCosts(tx: Tx, depotId: number, principalId: number): Promise<void> {
  await tx.query(
    `update depot.stock_cost set principal_id = $2 where about = 'balance' and about_id in (select b.id from depot.stock_balance b where b.depot_id = $1)`,
    [depotId, principalId],
  );
}
