import type { Database, Tx } from '#kit/server/db/database.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { eachTenant } from '#modules/platform/server/index.ts';

/** Keeps every balance as the day ended with it, where it moved since the day that was kept before. Bears repeating. */
export async function keepDay(tx: Tx, day: string): Promise<number> {
  const rows = await tx.query(
    `insert into depot.stock_day (tenant_no, region_code, principal_id, depot_id, lot_id, material_id, day, qty, last_move_id)
     select b.tenant_no, b.region_code, b.principal_id, b.depot_id, b.lot_id, b.material_id, $1, b.qty, b.last_move_id
     from depot.stock_balance b
     where b.last_move_id is not null and b.last_move_id is distinct from (
       select s.last_move_id from depot.stock_day s where s.tenant_no = b.tenant_no and s.depot_id = b.depot_id and s.lot_id = b.lot_id and s.day <= $1
       order by s.day desc limit 1)
     on conflict (tenant_no, depot_id, lot_id, day) do nothing returning 1`,
    [day],
  );
  return rows.length;
}

/** The day that has just ended, for every tenant. */
export async function keepDays(database: Database): Promise<void> {
  const yesterday = new Date(Date.now() + 8 * 3_600_000 - 86_400_000).toISOString().slice(0, 10);
  await eachTenant(database, (tenantNo) =>
    database.transaction(systemScope(tenantNo, 'stockDay'), (tx) => keepDay(tx, yesterday)),
  );
}
