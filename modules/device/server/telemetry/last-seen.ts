import type { Tx } from '#kit/server/db/database.ts';

export interface LastSeen {
  animalId: number;
  deviceId: number;
  deviceNo: string;
  deviceKind: string;
  at: string;
  longitude: number | null;
  latitude: number | null;
}

/** When each of these animals was last heard of, by what and where; those never heard of are left out. */
export const lastSeen = (tx: Tx, animalIds: readonly number[]): Promise<LastSeen[]> =>
  tx.query<LastSeen>(
    `select distinct on (b.target_id) b.target_id as "animalId", d.id as "deviceId", d.device_no as "deviceNo",
       d.kind as "deviceKind", s.last_seen_at as at, s.longitude, s.latitude
     from device.device_binding b join device.device d on d.tenant_no = b.tenant_no and d.id = b.device_id
     join device.device_state s on s.tenant_no = d.tenant_no and s.device_id = d.id
     where b.tenant_no = $1 and b.target_kind = 'animal' and b.target_id = any ($2) and b.to_at is null
       and s.last_seen_at is not null and s.last_seen_at >= b.from_at
     order by b.target_id, s.last_seen_at desc`,
    [tx.scope.tenantNo, animalIds],
  );

/** Which share of those that wear a device was heard of within so many hours; null where none wears any. */
export async function seenShare(tx: Tx, animalIds: readonly number[], hours: number): Promise<number | null> {
  const [row] = await tx.query<{ worn: number; seen: number }>(
    `select count(distinct b.target_id)::int as worn, count(distinct b.target_id) filter (where exists
       (select 1 from device.device_state s where s.tenant_no = b.tenant_no and s.device_id = b.device_id
         and s.last_seen_at > now() - make_interval(hours => $3)))::int as seen
     from device.device_binding b where b.tenant_no = $1 and b.target_kind = 'animal' and b.target_id = any ($2)
       and b.to_at is null`,
    [tx.scope.tenantNo, animalIds, hours],
  );
  return row && row.worn > 0 ? row.seen / row.worn : null;
}
