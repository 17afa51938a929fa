import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';

/** Parameters with their built-in values; a tenant's own row wins over the operator's, that over these. */
const defaults = {
  'login.captchaAfter': 2,
  'login.lockAfter': 5,
  'login.lockMinutes': 15,
  'login.ipFailLimit': 30,
  'session.idleMinutes': 30,
  'session.absoluteHours': 12,
  'session.rememberIdleHours': 24,
  'session.rememberAbsoluteDays': 7,
  'session.maxPerUser': 3,
  'session.appIdleDays': 7,
  'session.appAbsoluteDays': 30,
  'password.minLength': 10,
  'password.classes': 3,
  'password.history': 5,
  'password.maxAgeDays': 90,
  'account.unusedDays': 90,
  'push.perUser': 6,
  'push.keepMinutes': 10,
  'notice.reviewNeeded': 0,
  'task.claimHours': 48,
  'log.retainDays': 1095,
  'sensitive.revealDaily': 200,
  'sensitive.exportApprovalAbove': 1000,
} as const;

export type ParamKey = keyof typeof defaults;

/** Parameters that are words. */
const words = {
  'login.captchaMode': 'afterFailures',
  'session.rememberAllowed': 'true',
  'mfa.requiredRoles': '[]',
  'watermark.enabled': 'true',
} as const;

export type WordKey = keyof typeof words;

const lifetime = 5_000;
const cache = new Map<number, { at: number; values: Map<string, string> }>();

/** A change takes effect in this process at once, in the others when they next ask. */
export const forgetParams = (tenantNo: number): unknown => (tenantNo === 0 ? cache.clear() : cache.delete(tenantNo));

export async function paramOf(database: Database, key: ParamKey, tenantNo: number): Promise<number> {
  const own = (await stored(database, tenantNo)).get(key);
  // Yes and no count as one and nothing.
  if (own === 'true' || own === 'false') return Number(own === 'true');
  return Number(own ?? defaults[key]);
}

export async function wordOf(database: Database, key: WordKey, tenantNo: number): Promise<string> {
  return (await stored(database, tenantNo)).get(key) ?? words[key];
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
