import { setTimeout } from 'node:timers/promises';
import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';
import { onForget } from '#kit/server/forget.ts';
import { hasPassed } from '#kit/server/has-passed.ts';
import type { Limits } from '#kit/server/limits.ts';
import { type ModuleParam, paramOfKey } from '#modules/platform/contract/reference/params.ts';

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
const underWay = new Map<number, Promise<Map<string, string>>>();
/** An answer that was asked for before something changed is not kept. */
let forgotten = 0;

/** The next question asks the database; the operator's word is everybody's. */
export function forgetParams(tenantNo: number): void {
  forgotten += 1;
  underWay.clear();
  if (tenantNo === 0) cache.clear();
  else cache.delete(tenantNo);
}
onForget(() => forgetParams(0));

export async function paramOf(database: Database, key: ParamKey | ModuleParam, tenantNo: number): Promise<number> {
  const own = (await stored(database, tenantNo)).get(key) ?? builtIn(key);
  // Yes and no count as one and nothing.
  if (own === 'true' || own === 'false') return Number(own === 'true');
  return Number(own);
}

export async function wordOf(database: Database, key: WordKey | ModuleParam, tenantNo: number): Promise<string> {
  return (await stored(database, tenantNo)).get(key) ?? builtIn(key);
}

/** A list of words: as JSON, or with commas between them. */
export async function wordsOf(database: Database, key: WordKey | ModuleParam, tenantNo: number): Promise<string[]> {
  return (await wordOf(database, key, tenantNo))
    .replace(/[[\]"\s]/g, '')
    .split(',')
    .filter(Boolean);
}

/**
 * Asked from inside transactions too, which hold a connection already: whoever waits for a second one while all are held this way would wait for
 * ever. So one asks for all, and where an older answer is known it does after a moment.
 */
async function stored(database: Database, tenantNo: number): Promise<Map<string, string>> {
  const kept = cache.get(tenantNo);
  if (kept && !hasPassed(kept.at, lifetime)) return kept.values;
  let fresh = underWay.get(tenantNo);
  if (!fresh) {
    const asked = readAll(database, tenantNo).finally(() => {
      if (underWay.get(tenantNo) === asked) underWay.delete(tenantNo);
    });
    underWay.set(tenantNo, asked);
    fresh = asked;
  }
  if (!kept) return fresh;
  fresh.catch(() => {});
  return Promise.race([fresh, setTimeout(200, kept.values)]);
}

async function readAll(database: Database, tenantNo: number): Promise<Map<string, string>> {
  const before = forgotten;
  const [rows] = await database.read<[{ param_key: string; param_value: string }]>(
    makeScope({ tenantNo, userId: null }),
    { text: 'select param_key, param_value from platform.sys_param order by tenant_no', values: [] },
  );
  const values = new Map(rows.map((row) => [row.param_key, row.param_value]));
  if (before === forgotten) cache.set(tenantNo, { at: Date.now(), values });
  return values;
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
