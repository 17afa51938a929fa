import type { Tx } from '#kit/server/db/database.ts';
import { iso } from './device-position.ts';

export interface BatchCounts {
  messages: number;
  accepted: number;
  duplicates: number;
  late: number;
  refused: number;
  /** Milliseconds from arrival at the broker to this batch. */
  delays: readonly number[];
}

const share = (sorted: readonly number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0) / 1000;

export async function countMinute(tx: Tx, counts: BatchCounts): Promise<void> {
  const sorted = counts.delays.toSorted((a, b) => a - b);
  await tx.query(
    `insert into device.ingest_minute as m (tenant_no, minute, messages, accepted, duplicates, late, refused,
      delay_p50, delay_p95)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (tenant_no, minute) do update set messages = m.messages + excluded.messages,
       accepted = m.accepted + excluded.accepted,
       duplicates = m.duplicates + excluded.duplicates, late = m.late + excluded.late, refused = m.refused + excluded.refused,
       delay_p50 = (m.delay_p50 * m.messages + excluded.delay_p50 * excluded.messages) / greatest(1, m.messages + excluded.messages),
       delay_p95 = greatest(m.delay_p95, excluded.delay_p95)`,
    [
      tx.scope.tenantNo,
      iso(Math.floor(Date.now() / 60_000) * 60_000),
      counts.messages,
      counts.accepted,
      counts.duplicates,
      counts.late,
      counts.refused,
      share(sorted, 0.5),
      share(sorted, 0.95),
    ],
  );
}

export const forgetMinutes = (tx: Tx): Promise<unknown[]> =>
  tx.query("delete from device.ingest_minute where tenant_no = $1 and minute < now() - interval '31 days'", [
    tx.scope.tenantNo,
  ]);
