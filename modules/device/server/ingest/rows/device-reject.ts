import type { Tx } from '#kit/server/db/database.ts';
import { iso } from './device-position.ts';

export interface Rejected {
  receivedAt: number;
  subject: string;
  deviceNo: string | null;
  deviceId: number | null;
  reason: string;
  detail: string | null;
  raw: string;
}

// NUL and halves of pairs cannot be stored as text; whoever reads the raw message sees that something stood there.
const storable = (text: string) => text.slice(0, 4096).toWellFormed().replaceAll('\0', '\uFFFD');

export async function insertRejects(tx: Tx, rows: readonly Rejected[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.query(
    `insert into device.device_reject (tenant_no, received_at, subject, device_no, device_id, reason, detail, raw)
     select $1, u.* from unnest($2::timestamptz[], $3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[],
       $8::text[]) u`,
    [
      tx.scope.tenantNo,
      rows.map((row) => iso(row.receivedAt)),
      rows.map((row) => storable(row.subject).slice(0, 200)),
      rows.map((row) => row.deviceNo),
      rows.map((row) => row.deviceId),
      rows.map((row) => row.reason),
      rows.map((row) => row.detail),
      rows.map((row) => storable(row.raw)),
    ],
  );
}
