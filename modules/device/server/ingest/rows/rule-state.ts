import type { Tx } from '#kit/server/db/database.ts';
import { iso } from './device-position.ts';

export interface RuleClock {
  deviceId: number;
  kind: string;
  since: number;
  last: number;
  level: string | null;
}

export const readClocks = async (tx: Tx, deviceIds: readonly number[]): Promise<Map<string, RuleClock>> =>
  new Map(
    (
      await tx.query<RuleClock>(
        `select device_id as "deviceId", kind, (extract(epoch from since) * 1000)::float8 as since,
           (extract(epoch from last_at) * 1000)::float8 as last, level
         from device.rule_state where tenant_no = $1 and device_id = any ($2)`,
        [tx.scope.tenantNo, deviceIds],
      )
    ).map((row) => [`${row.deviceId}:${row.kind}`, row]),
  );

export async function saveClocks(tx: Tx, clocks: readonly RuleClock[], ended: readonly RuleClock[]): Promise<void> {
  if (ended.length > 0)
    await tx.query(
      `delete from device.rule_state s using unnest($2::bigint[], $3::text[]) u (device, kind)
       where s.tenant_no = $1 and s.device_id = u.device and s.kind = u.kind`,
      [tx.scope.tenantNo, ended.map((one) => one.deviceId), ended.map((one) => one.kind)],
    );
  if (clocks.length > 0)
    await tx.query(
      `insert into device.rule_state (tenant_no, device_id, kind, since, last_at, level)
       select $1, u.* from unnest($2::bigint[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::text[]) u
       on conflict (tenant_no, device_id, kind) do update set last_at = excluded.last_at, level = excluded.level`,
      [
        tx.scope.tenantNo,
        clocks.map((one) => one.deviceId),
        clocks.map((one) => one.kind),
        clocks.map((one) => iso(one.since)),
        clocks.map((one) => iso(one.last)),
        clocks.map((one) => one.level),
      ],
    );
}
