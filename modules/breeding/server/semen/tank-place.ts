import type { Tx } from '#kit/server/db/database.ts';

/** Where each lot sits in a tank; how many straws there are is not said here. */
export async function placeLots(
  tx: Tx,
  tankId: number,
  places: readonly { lotId: number; canisterNo: number }[],
): Promise<number> {
  await tx.query('delete from breeding.tank_place where tenant_no = kit.tenant() and tank_id = $1', [tankId]);
  await tx.query(
    `insert into breeding.tank_place (tenant_no, tank_id, lot_id, canister_no, created_by)
     select distinct $1::int, $2::bigint, p."lotId", p."canisterNo", $4::bigint
     from jsonb_to_recordset($3::jsonb) p("lotId" bigint, "canisterNo" int)`,
    [tx.scope.tenantNo, tankId, JSON.stringify(places), tx.scope.userId],
  );
  return places.length;
}
