import type { Tx } from '#kit/server/db/database.ts';
import type { LogName } from '#modules/platform/contract/audit/audit.ts';
import { notify } from '../notice/notify.ts';
import type { CheckResult } from './check-logs.ts';

interface CheckFacts {
  readonly kind: string;
  readonly logNames: readonly LogName[];
  readonly from: string | null;
  readonly to: string | null;
  readonly scope: 'days' | 'sample';
  readonly startedAt: Date;
  readonly by?: { readonly userId: number; readonly nickname: string };
  readonly jobId?: number;
}

/** Keeps what a check found; if anything is broken, those who must know are told at once. */
export async function saveCheck(tx: Tx, facts: CheckFacts, result: CheckResult): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into platform.sys_audit_check (tenant_no, kind, log_names, from_day, to_day, scope, started_by, started_by_name, job_id, started_at, seals_checked, rows_checked, broken, broken_count, status)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning id`,
    [
      tx.scope.tenantNo,
      facts.kind,
      facts.logNames,
      facts.from,
      facts.to,
      facts.scope,
      facts.by?.userId ?? null,
      facts.by?.nickname ?? null,
      facts.jobId ?? null,
      facts.startedAt,
      result.seals,
      result.rows,
      JSON.stringify(result.broken),
      result.brokenCount,
      result.brokenCount > 0 ? 'broken' : 'ok',
    ],
  );
  const [first] = result.broken;
  if (first) {
    const args = {
      n: result.brokenCount,
      day: first.day,
      log: `@platform.audit.${first.log}`,
      what: `@platform.audit.what.${first.what}`,
      seal: first.sealId ?? '-',
      row: first.rowId ?? '-',
    };
    await notify(tx, {
      audience: { roleCodes: ['audit_admin', 'security_admin'] },
      type: 'warning',
      level: 'urgent',
      title: { key: 'platform.notices.auditBroken', args },
      content: { key: 'platform.notices.auditBrokenText', args },
      linkPath: `/system/auditIntegrity?day=${first.day}`,
    });
  }
  return row?.id ?? 0;
}
