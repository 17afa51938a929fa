import type { Tx } from '#kit/server/db/database.ts';
import { iso } from './device-position.ts';
import type { ReadingRow } from './device-reading.ts';

const hourMs = 3_600_000;
/** What is kept by the hour; batteries and radio are not. */
export const kept = new Set(['temp', 'hum', 'nh3', 'h2s', 'co2', 'thi', 'bodyTemp', 'activity', 'pm25', 'lux', 'kg']);

/** Adds a batch of readings to their hours. */
export async function foldHours(tx: Tx, rows: readonly ReadingRow[]): Promise<void> {
  const hours = new Map<
    string,
    {
      row: ReadingRow;
      hour: number;
      metric: string;
      low: number;
      high: number;
      total: number;
      last: number;
      lastAt: number;
      n: number;
    }
  >();
  for (const row of rows)
    for (const [metric, value] of Object.entries(row.metrics)) {
      if (!kept.has(metric)) continue;
      const hour = Math.floor(row.eventAt / hourMs) * hourMs;
      const key = `${row.deviceId}:${metric}:${hour}`;
      const one = hours.get(key);
      if (!one) {
        hours.set(key, {
          row,
          hour,
          metric,
          low: value,
          high: value,
          total: value,
          last: value,
          lastAt: row.eventAt,
          n: 1,
        });
        continue;
      }
      one.low = Math.min(one.low, value);
      one.high = Math.max(one.high, value);
      one.total += value;
      one.n += 1;
      if (row.eventAt >= one.lastAt) [one.last, one.lastAt] = [value, row.eventAt];
    }
  if (hours.size === 0) return;
  const all = [...hours.values()];
  await tx.query(
    `insert into device.device_hour as h (tenant_no, region_code, principal_id, bank_id, insurer_id, device_id, hour,
      metric, target_kind, target_id,
       low, high, total, last, count)
     select $1, u.* from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
       $7::timestamptz[], $8::text[], $9::text[],
       $10::bigint[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::int[])
       u (region, principal, bank, insurer, device, hour, metric, target, target_id, low, high, total, last, n)
     on conflict (tenant_no, device_id, metric, hour) do update set low = least(h.low, excluded.low),
       high = greatest(h.high, excluded.high),
       total = h.total + excluded.total, last = excluded.last, count = h.count + excluded.count`,
    [
      tx.scope.tenantNo,
      all.map((one) => one.row.regionCode),
      all.map((one) => one.row.principalId),
      all.map((one) => one.row.bankId),
      all.map((one) => one.row.insurerId),
      all.map((one) => one.row.deviceId),
      all.map((one) => iso(one.hour)),
      all.map((one) => one.metric),
      all.map((one) => one.row.targetKind),
      all.map((one) => one.row.targetId),
      all.map((one) => one.low),
      all.map((one) => one.high),
      all.map((one) => one.total),
      all.map((one) => one.last),
      all.map((one) => one.n),
    ],
  );
}
