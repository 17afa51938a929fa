import type { Tx } from '#kit/server/db/database.ts';
import { iso, markText, type TelemetryKey } from './device-position.ts';

export interface ReadingRow extends TelemetryKey {
  kind: string;
  metrics: Record<string, number>;
  targetKind: string | null;
  targetId: number | null;
  gatewayId: number | null;
}

export async function insertReadings(tx: Tx, rows: readonly ReadingRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <K extends keyof ReadingRow>(name: K) => rows.map((row) => row[name]);
  await tx.query(
    `insert into device.device_reading (tenant_no, region_code, principal_id, bank_id, insurer_id, device_id,
      event_at, received_at, boot, seq, n,
       kind, metrics, animal_id, target_kind, target_id, gateway_id, marks)
     select $1, u.region, u.principal, u.bank, u.insurer, u.device, u.at, u.received, u.boot, u.seq, u.n, u.kind,
       u.metrics, u.animal, u.target,
       u.target_id, u.gateway, string_to_array(u.marks, ',')
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[],
       $8::timestamptz[], $9::bigint[],
       $10::bigint[], $11::int[], $12::text[], $13::jsonb[], $14::bigint[], $15::text[], $16::bigint[], $17::bigint[], $18::text[])
       u (region, principal, bank, insurer, device, at, received, boot, seq, n, kind, metrics, animal, target, target_id, gateway, marks)
     on conflict do nothing`,
    [
      tx.scope.tenantNo,
      of('regionCode'),
      of('principalId'),
      of('bankId'),
      of('insurerId'),
      of('deviceId'),
      of('eventAt').map(iso),
      of('receivedAt').map(iso),
      of('boot'),
      of('seq'),
      of('n'),
      of('kind'),
      rows.map((row) => JSON.stringify(row.metrics)),
      of('animalId'),
      of('targetKind'),
      of('targetId'),
      of('gatewayId'),
      rows.map(markText),
    ],
  );
}
