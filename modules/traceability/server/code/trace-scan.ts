import { createHash } from 'node:crypto';
import type { Tx } from '#kit/server/db/database.ts';
import { fingerprint } from '#kit/server/pii/pii.ts';
import { openAlarm } from '#modules/platform/server/index.ts';
import { noteScan } from './trace-code.ts';

/** R43: one pack cannot be in so many hands. */
const mostVisitors = 50;

interface Scanned {
  readonly id: number;
  readonly code: string;
  readonly kind: string;
  readonly principalId: number;
  readonly regionCode: number;
}

/** A question of the public: no address, and of the visitor a mark that is another one tomorrow. */
export async function insertScan(tx: Tx, one: Scanned, ip: string, agent: string): Promise<void> {
  const day = new Date().toISOString().slice(0, 10);
  const salt = fingerprint(`traceScan ${day}`, tx.scope.tenantNo);
  const visitor = createHash('sha256').update(`${salt} ${ip} ${agent}`).digest('hex').slice(0, 16);
  const client = /MicroMessenger/i.test(agent) ? 'wechat' : 'browser';
  await tx.query(
    `insert into traceability.trace_scan (tenant_no, region_code, principal_id, code_id, code, client, visitor)
     values (kit.tenant(), $1, $2, $3, $4, $5, $6)`,
    [one.regionCode, one.principalId, one.id, one.code, client, visitor],
  );
  await noteScan(tx, one.id);
  if (one.kind !== 'P') return;
  const [seen] = await tx.query<{ n: number }>(
    `select count(distinct visitor)::int as n from traceability.trace_scan
     where code_id = $1 and scanned_at > now() - interval '7 days'`,
    [one.id],
  );
  if ((seen?.n ?? 0) <= mostVisitors) return;
  await openAlarm(tx, {
    kind: 'fakeLabel',
    dedupKey: `fakeLabel:${one.id}`,
    subject: { entity: 'traceability.traceCode', id: one.id, name: one.code },
    regionCode: one.regionCode,
    principalId: one.principalId,
    args: { code: one.code, n: seen?.n ?? 0 },
  });
}

/** Questions are kept for two years. */
export const dropOldScans = (tx: Tx): Promise<unknown> =>
  tx.query(
    `delete from traceability.trace_scan where tenant_no = kit.tenant() and scanned_at < now() - interval '24 months'`,
  );
