import type { Database } from '#kit/server/db/database.ts';
import { makeScope } from '#kit/server/db/scope.ts';

/** Parameters with their built-in values; a tenant's own row wins over the operator's, that over these. */
const defaults = {
  'login.lockAfter': 5,
  'login.lockMinutes': 15,
  'login.ipFailLimit': 30,
  'session.idleMinutes': 30,
  'session.absoluteHours': 12,
  'session.rememberIdleHours': 24,
  'session.rememberAbsoluteDays': 7,
  'session.maxPerUser': 3,
  'password.minLength': 10,
  'password.classes': 3,
  'password.history': 5,
  'password.maxAgeDays': 90,
  'push.perUser': 6,
  'push.keepMinutes': 10,
  'notice.reviewNeeded': 0,
  'task.claimHours': 48,
} as const;

export type ParamKey = keyof typeof defaults;

const lifetime = 5_000;
const cache = new Map<number, { at: number; values: Map<string, string> }>();

export async function paramOf(database: Database, key: ParamKey, tenantNo: number): Promise<number> {
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
  const own = kept.values.get(key);
  // Yes and no count as one and nothing.
  if (own === 'true' || own === 'false') return Number(own === 'true');
  return Number(own ?? defaults[key]);
}
