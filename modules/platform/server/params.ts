import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import type { Limits } from '#kit/server/limits.ts';
import { paramOfKey } from '#modules/platform/contract/params.ts';

/** A tenant's own row wins over the operator's, that over what the parameter is by itself. */
export type ParamKey =
  | 'login.captchaAfter'
  | 'login.lockAfter'
  | 'login.lockMinutes'
  | 'login.ipFailLimit'
  | 'session.idleMinutes'
  | 'session.absoluteHours'
  | 'session.rememberIdleHours'
  | 'session.rememberAbsoluteDays'
  | 'session.maxPerUser'
  | 'session.appIdleDays'
  | 'session.appAbsoluteDays'
  | 'password.minLength'
  | 'password.classes'
  | 'password.history'
  | 'password.maxAgeDays'
  | 'password.warnDays'
  | 'password.initialHours'
  | 'account.unusedDays'
  | 'log.retainDays'
  | 'sensitive.revealDaily'
  | 'sensitive.exportApprovalAbove'
  | 'export.syncRows'
  | 'export.maxRows'
  | 'import.maxRows'
  | 'job.resultDays'
  | 'job.perUser'
  | 'push.perUser'
  | 'push.keepMinutes'
  | 'notice.reviewNeeded'
  | 'task.claimHours'
  | 'alarm.ackMinutes.urgent'
  | 'alarm.ackMinutes.warn'
  | 'alarm.quietMinutes'
  | 'alarm.foldCount'
  | 'alarm.foldMinutes';

/** Parameters that are words. */
export type WordKey =
  | 'login.captchaMode'
  | 'session.rememberAllowed'
  | 'mfa.requiredRoles'
  | 'watermark.enabled'
  | 'admin.separation';

const builtIn = (key: string): string => paramOfKey(key)?.value ?? '';

const lifetime = 5_000;
const cache = new Map<number, { at: number; values: Map<string, string> }>();

/** The next question asks the database; the operator's word is everybody's. */
export function forgetParams(tenantNo: number): void {
  if (tenantNo === 0) cache.clear();
  else cache.delete(tenantNo);
}

export async function paramOf(database: Database, key: ParamKey, tenantNo: number): Promise<number> {
  const own = (await stored(database, tenantNo)).get(key) ?? builtIn(key);
  // Yes and no count as one and nothing.
  if (own === 'true' || own === 'false') return Number(own === 'true');
  return Number(own);
}

export async function wordOf(database: Database, key: WordKey, tenantNo: number): Promise<string> {
  return (await stored(database, tenantNo)).get(key) ?? builtIn(key);
}

/** A list of words: as JSON, or with commas between them. */
export async function wordsOf(database: Database, key: WordKey, tenantNo: number): Promise<string[]> {
  return (await wordOf(database, key, tenantNo))
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter(Boolean);
}

async function stored(database: Database, tenantNo: number): Promise<Map<string, string>> {
  let kept = cache.get(tenantNo);
  if (!kept || Date.now() - kept.at > lifetime) {
    const [rows] = await database.read<[{ param_key: string; param_value: string }]>(
      makeScope({ tenantNo, userId: null }),
      {
        text: 'select param_key, param_value from platform.sys_param order by tenant_no',
        values: [],
      },
    );
    kept = { at: Date.now(), values: new Map(rows.map((row) => [row.param_key, row.param_value])) };
    cache.set(tenantNo, kept);
  }
  return kept.values;
}

/** What the engine asks before it exports, imports or works on a job. */
export async function workLimits(database: Database, tenantNo: number): Promise<Limits> {
  const of = (key: ParamKey) => paramOf(database, key, tenantNo);
  return {
    syncRows: await of('export.syncRows'),
    exportRows: await of('export.maxRows'),
    importRows: await of('import.maxRows'),
    resultDays: await of('job.resultDays'),
    jobsPerUser: await of('job.perUser'),
  };
}
