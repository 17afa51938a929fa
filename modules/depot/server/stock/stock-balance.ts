import type { Tx } from '#kit/server/db/database.ts';

/** How much of a lot lies in a store; changed by the ledger, and put aside or held here. */
export interface Balance {
  readonly id: number;
  readonly depotId: number;
  readonly lotId: number;
  readonly principalId: number | null;
  qty: number;
  reserved: number;
  readonly hold: boolean;
}

export interface BalanceKey {
  readonly depotId: number;
  readonly lotId: number;
}

const columns = `b.id, b.depot_id as "depotId", b.lot_id as "lotId", b.principal_id as "principalId", b.qty, b.reserved, b.hold`;

/** Makes what is missing and locks them all, always in the same order, so that two postings never wait for each other crosswise. */
export async function lockBalances(tx: Tx, keys: readonly BalanceKey[]): Promise<Balance[]> {
  const sorted = [...keys].sort((a, b) => a.depotId - b.depotId || a.lotId - b.lotId);
  const values = [sorted.map((one) => one.depotId), sorted.map((one) => one.lotId)];
  await tx.query(
    `insert into depot.stock_balance (tenant_no, region_code, principal_id, depot_id, lot_id, material_id)
     select d.tenant_no, d.region_code, d.principal_id, d.id, l.id, l.material_id
     from unnest($1::bigint[], $2::bigint[]) with ordinality k(depot_id, lot_id, n) join depot.depot d on d.id = k.depot_id join depot.lot l on l.id = k.lot_id
     where not exists (select 1 from depot.stock_balance b where b.tenant_no = d.tenant_no and b.depot_id = d.id and b.lot_id = l.id)
     order by k.n on conflict (tenant_no, depot_id, lot_id) do nothing`,
    values,
  );
  return tx.query<Balance>(
    `select ${columns} from depot.stock_balance b join unnest($1::bigint[], $2::bigint[]) k(depot_id, lot_id) on b.depot_id = k.depot_id and b.lot_id = k.lot_id
     order by b.depot_id, b.lot_id for update of b`,
    values,
  );
}

export interface BalanceAfter {
  readonly id: number;
  readonly qty: number;
  readonly reserved: number;
  readonly lastMoveId: number | null;
}

export async function saveBalances(tx: Tx, after: readonly BalanceAfter[]): Promise<void> {
  await tx.query(
    `update depot.stock_balance b set qty = x.qty, reserved = x.reserved, last_move_id = coalesce(x.last, b.last_move_id),
       first_in_at = coalesce(b.first_in_at, case when x.qty > 0 then now() end), version = b.version + 1, updated_at = now()
     from unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::bigint[]) x(id, qty, reserved, last) where b.id = x.id`,
    [
      after.map((one) => one.id),
      after.map((one) => one.qty),
      after.map((one) => one.reserved),
      after.map((one) => one.lastMoveId),
    ],
  );
}

/** R18: of one store's balance alone. */
export async function holdBalance(tx: Tx, key: BalanceKey, reason: string | null): Promise<boolean> {
  const rows = await tx.query(
    `update depot.stock_balance set hold = $3::text is not null, hold_reason = $3, version = version + 1, updated_at = now()
     where depot_id = $1 and lot_id = $2 returning 1`,
    [key.depotId, key.lotId, reason],
  );
  return rows.length > 0;
}

/** The store has moved, or passed to another unit: what lies in it goes with it. */
export async function reassignBalances(
  tx: Tx,
  depotId: number,
  principalId: number,
  regionCode: number,
): Promise<void> {
  await tx.query(
    'update depot.stock_balance set principal_id = $2, region_code = $3, updated_at = now() where depot_id = $1',
    [depotId, principalId, regionCode],
  );
}
