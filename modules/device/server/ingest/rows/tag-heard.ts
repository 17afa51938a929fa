import type { Tx } from '#kit/server/db/database.ts';
import type { Known } from '../known.ts';
import { iso } from './device-position.ts';

export interface Heard {
  tagNo: string;
  gateway: Known;
  deviceId: number | null;
  at: number;
  rssi: number;
}

/** Every tag a gateway hears, known or not: who stands near, and what is there and not bound. */
export async function saveHeard(tx: Tx, heard: readonly Heard[]): Promise<void> {
  const newest = new Map<string, Heard & { times: number }>();
  for (const one of heard) {
    const key = `${one.tagNo}:${one.gateway.id}`;
    const before = newest.get(key);
    if (!before) newest.set(key, { ...one, times: 1 });
    else newest.set(key, { ...(one.at >= before.at ? one : before), times: before.times + 1 });
  }
  if (newest.size === 0) return;
  const all = [...newest.values()];
  await tx.query(
    `insert into device.tag_heard as h (tenant_no, region_code, principal_id, tag_no, gateway_id, device_id, last_at,
      rssi, times)
     select $1, u.* from unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[], $6::bigint[],
       $7::timestamptz[], $8::int[], $9::int[]) u
     on conflict (tenant_no, tag_no, gateway_id) do update set last_at = greatest(h.last_at, excluded.last_at),
       rssi = excluded.rssi,
       device_id = excluded.device_id, times = h.times + excluded.times, principal_id = excluded.principal_id, region_code = excluded.region_code`,
    [
      tx.scope.tenantNo,
      all.map((one) => one.gateway.regionCode),
      all.map((one) => one.gateway.principalId),
      all.map((one) => one.tagNo),
      all.map((one) => one.gateway.id),
      all.map((one) => one.deviceId),
      all.map((one) => iso(one.at)),
      all.map((one) => Math.round(one.rssi)),
      all.map((one) => one.times),
    ],
  );
}

export const forgetHeard = (tx: Tx): Promise<unknown[]> =>
  tx.query("delete from device.tag_heard where tenant_no = $1 and last_at < now() - interval '7 days'", [
    tx.scope.tenantNo,
  ]);
