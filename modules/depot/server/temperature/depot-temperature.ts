import type { Tx } from '#kit/server/db/database.ts';

export interface NewReading {
  readonly depotId: number;
  readonly readAt: string;
  readonly celsius: number;
  readonly staffId?: number | null;
  readonly deviceId?: number | null;
  readonly remark?: string | null;
}

/** Written beside the store as it is now; whether it is in range is decided here, once. Answers those that were new. */
export async function insertReadings(
  tx: Tx,
  readings: readonly NewReading[],
): Promise<{ id: number; inRange: boolean }[]> {
  return tx.query(
    `insert into depot.depot_temperature (tenant_no, region_code, principal_id, depot_id, read_at, celsius, staff_id, device_id, in_range, remark, created_by)
     select d.tenant_no, d.region_code, d.principal_id, d.id, x."readAt", x.celsius, x."staffId", x."deviceId",
       x.celsius >= coalesce(d.temp_min, x.celsius) and x.celsius <= coalesce(d.temp_max, x.celsius), x.remark, $2
     from jsonb_to_recordset($1::jsonb) x ("depotId" bigint, "readAt" timestamptz, celsius numeric, "staffId" bigint, "deviceId" bigint, remark text)
     join depot.depot d on d.id = x."depotId"
     on conflict (tenant_no, depot_id, read_at) do nothing returning id, in_range as "inRange"`,
    [JSON.stringify(readings), tx.scope.userId],
  );
}

/** What devices told is kept by the hour after 90 days; what a person wrote, and what was out of range, is kept whole. */
export async function thinReadings(tx: Tx): Promise<number> {
  const gone = await tx.query(
    `delete from depot.depot_temperature t where t.id in (
       select o.id from depot.depot_temperature o where o.tenant_no = $1 and o.read_at < now() - interval '90 days' and o.device_id is not null and o.in_range
         and exists (select 1 from depot.depot_temperature e where e.tenant_no = o.tenant_no and e.depot_id = o.depot_id
           and e.read_at >= date_trunc('hour', o.read_at) and e.read_at < o.read_at) limit 20000) returning 1`,
    [tx.scope.tenantNo],
  );
  return gone.length;
}
