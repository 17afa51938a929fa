import type { Tx } from '#kit/server/db/database.ts';
import type { Known } from '../known.ts';

export interface DayCount {
  device: Known;
  day: string;
  messages: number;
  accepted: number;
  lost: number;
  late: number;
  duplicates: number;
  refused: number;
  onlineSeconds: number;
  distance: number;
  battery: number | null;
}

/** China's day. */
export const dayOf = (at: number): string => new Date(at + 8 * 3_600_000).toISOString().slice(0, 10);

export class Days {
  readonly #days = new Map<string, DayCount>();

  of(device: Known, at: number): DayCount {
    const day = dayOf(at);
    const key = `${device.id}:${day}`;
    let one = this.#days.get(key);
    if (!one) {
      const none = {
        messages: 0,
        accepted: 0,
        lost: 0,
        late: 0,
        duplicates: 0,
        refused: 0,
        onlineSeconds: 0,
        distance: 0,
      };
      one = { device, day, ...none, battery: null };
      this.#days.set(key, one);
    }
    return one;
  }

  all(): DayCount[] {
    return [...this.#days.values()];
  }

  async save(tx: Tx): Promise<void> {
    const all = this.all();
    if (all.length === 0) return;
    await tx.query(
      `insert into device.device_day as d (tenant_no, region_code, principal_id, bank_id, insurer_id, device_id, day,
        kind, model_id, messages,
         accepted, lost, late, duplicates, refused, online_seconds, distance_m, battery_end)
       select $1, u.* from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::date[],
         $8::text[], $9::bigint[],
         $10::int[], $11::int[], $12::int[], $13::int[], $14::int[], $15::int[], $16::int[], $17::float8[], $18::int[]) u
       on conflict (tenant_no, device_id, day) do update set messages = d.messages + excluded.messages,
         accepted = d.accepted + excluded.accepted,
         lost = greatest(0, d.lost + excluded.lost), late = d.late + excluded.late, duplicates = d.duplicates + excluded.duplicates,
         refused = d.refused + excluded.refused, online_seconds = least(86400, d.online_seconds + excluded.online_seconds),
         distance_m = d.distance_m + excluded.distance_m, battery_end = coalesce(excluded.battery_end,
           d.battery_end)`,
      [
        tx.scope.tenantNo,
        all.map(({ device }) => device.regionCode),
        all.map(({ device }) => device.principalId),
        all.map(({ device }) => device.bankId),
        all.map(({ device }) => device.insurerId),
        all.map(({ device }) => device.id),
        all.map((one) => one.day),
        all.map(({ device }) => device.kind),
        all.map(({ device }) => device.modelId),
        all.map((one) => one.messages),
        all.map((one) => one.accepted),
        all.map((one) => one.lost),
        all.map((one) => one.late),
        all.map((one) => one.duplicates),
        all.map((one) => one.refused),
        all.map((one) => Math.round(one.onlineSeconds)),
        all.map((one) => one.distance),
        all.map((one) => one.battery),
      ],
    );
  }
}
