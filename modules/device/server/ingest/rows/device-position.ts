import type { Tx } from '#kit/server/db/database.ts';

export interface Party {
  regionCode: number;
  principalId: number;
  bankId: number | null;
  insurerId: number | null;
}
interface RowKey extends Party {
  deviceId: number;
  eventAt: number;
  receivedAt: number;
  boot: number;
  seq: number;
  n: number;
  animalId: number | null;
  marks: readonly string[];
}
export interface PositionRow extends RowKey {
  longitude: number;
  latitude: number;
  acc: number | null;
  speed: number | null;
  heading: number | null;
  source: string;
  beaconId: number | null;
}
export type TelemetryKey = RowKey;

export const iso = (at: number): string => new Date(at).toISOString();
/** PostgreSQL has no array of arrays of different lengths: marks go as one text each. */
export const markText = ({ marks }: { marks: readonly string[] }): string => marks.join(',');

export async function insertPositions(tx: Tx, rows: readonly PositionRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <K extends keyof PositionRow>(name: K) => rows.map((row) => row[name]);
  await tx.query(
    `insert into device.device_position (tenant_no, region_code, principal_id, bank_id, insurer_id, device_id,
      event_at, received_at, boot, seq,
       n, longitude, latitude, acc, speed, heading, source, animal_id, beacon_id, marks)
     select $1, u.region, u.principal, u.bank, u.insurer, u.device, u.at, u.received, u.boot, u.seq, u.n, u.lon,
       u.lat, u.acc, u.speed, u.heading,
       u.source, u.animal, u.beacon, string_to_array(u.marks, ',')
     from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::timestamptz[],
       $8::timestamptz[], $9::bigint[],
       $10::bigint[], $11::int[], $12::float8[], $13::float8[], $14::float8[], $15::float8[], $16::float8[], $17::text[], $18::bigint[],
       $19::bigint[], $20::text[])
       u (region, principal, bank, insurer, device, at, received, boot, seq, n, lon, lat, acc, speed, heading, source, animal, beacon, marks)
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
      of('longitude'),
      of('latitude'),
      of('acc'),
      of('speed'),
      of('heading'),
      of('source'),
      of('animalId'),
      of('beaconId'),
      rows.map(markText),
    ],
  );
}
