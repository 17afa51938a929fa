import type { Tx } from '#kit/server/db/database.ts';
import { iso } from './device-position.ts';

export interface Presence {
  fenceId: number;
  deviceId: number;
  inside: boolean;
  since: number;
  lastFix: number;
  pending: number;
  /** Rules that spoke up since the last crossing. */
  fired: string[];
  changed: boolean;
}
const key = (fenceId: number, deviceId: number) => `${fenceId}:${deviceId}`;

export class Presences {
  readonly #all = new Map<string, Presence>();

  static async read(tx: Tx, deviceIds: readonly number[]): Promise<Presences> {
    const presences = new Presences();
    const rows = await tx.query<Omit<Presence, 'changed'>>(
      `select fence_id as "fenceId", device_id as "deviceId", inside, (extract(epoch from since) * 1000)::float8
        as since,
         (extract(epoch from last_fix_at) * 1000)::float8 as "lastFix", pending, fired
       from device.fence_presence where tenant_no = $1 and device_id = any ($2)`,
      [tx.scope.tenantNo, deviceIds],
    );
    for (const row of rows) presences.#all.set(key(row.fenceId, row.deviceId), { ...row, changed: false });
    return presences;
  }

  get(fenceId: number, deviceId: number): Presence | undefined {
    return this.#all.get(key(fenceId, deviceId));
  }

  set(one: Presence): void {
    this.#all.set(key(one.fenceId, one.deviceId), one);
  }

  async save(tx: Tx): Promise<void> {
    const rows = [...this.#all.values()].filter((one) => one.changed);
    if (rows.length === 0) return;
    await tx.query(
      `insert into device.fence_presence (tenant_no, fence_id, device_id, inside, since, last_fix_at, pending, fired)
       select $1, u.fence, u.device, u.inside, u.since, u.last, u.pending, string_to_array(u.fired, ',')
       from unnest($2::bigint[], $3::bigint[], $4::boolean[], $5::timestamptz[], $6::timestamptz[], $7::int[],
         $8::text[])
         u (fence, device, inside, since, last, pending, fired)
       on conflict (tenant_no, fence_id, device_id) do update set inside = excluded.inside, since = excluded.since,
         last_fix_at = excluded.last_fix_at, pending = excluded.pending, fired = excluded.fired`,
      [
        tx.scope.tenantNo,
        rows.map((row) => row.fenceId),
        rows.map((row) => row.deviceId),
        rows.map((row) => row.inside),
        rows.map((row) => iso(row.since)),
        rows.map((row) => iso(row.lastFix)),
        rows.map((row) => row.pending),
        rows.map((row) => row.fired.join(',')),
      ],
    );
  }
}
