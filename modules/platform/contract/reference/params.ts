import { z } from 'zod';
import { endpoint } from '#kit/contract/endpoint.ts';
import { versionSchema } from '#kit/contract/envelope.ts';
import { needs } from '#kit/contract/permission.ts';

export type ParamOwner = 'tenant_admin' | 'security_admin' | 'platform_admin';

/** A parameter of the product: what it is without anybody's word, and how far that word may go. Its name stands in the locale files. */
export interface Param {
  readonly key: string;
  readonly type: 'int' | 'bool' | 'choice' | 'list';
  readonly value: string;
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  readonly unit?: string;
  readonly owner: ParamOwner;
}

const int = (key: string, value: number, min: number, max: number, owner: ParamOwner, unit?: string): Param => ({
  key,
  type: 'int',
  value: String(value),
  min,
  max,
  owner,
  ...(unit && { unit }),
});
const bool = (key: string, value: boolean, owner: ParamOwner): Param => ({
  key,
  type: 'bool',
  value: String(value),
  owner,
});
const choice = (key: string, choices: readonly [string, ...string[]], owner: ParamOwner): Param => ({
  key,
  type: 'choice',
  value: choices[0],
  choices,
  owner,
});

const list = (key: string, owner: ParamOwner): Param => ({ key, type: 'list', value: '[]', owner });

const security = 'security_admin';
const tenant = 'tenant_admin';
const operator = 'platform_admin';

const all: Param[] = [
  choice('login.captchaMode', ['afterFailures', 'always', 'never'], security),
  int('login.captchaAfter', 2, 0, 4, security, 'times'),
  int('login.lockAfter', 5, 3, 10, security, 'times'),
  int('login.lockMinutes', 15, 5, 1440, security, 'minutes'),
  int('login.ipFailLimit', 30, 10, 1000, operator, 'times'),
  int('session.idleMinutes', 30, 5, 120, security, 'minutes'),
  int('session.absoluteHours', 12, 1, 24, security, 'hours'),
  bool('session.rememberAllowed', true, security),
  int('session.rememberIdleHours', 24, 1, 72, security, 'hours'),
  int('session.rememberAbsoluteDays', 7, 1, 30, security, 'days'),
  int('session.maxPerUser', 3, 1, 10, security, 'pieces'),
  int('session.appIdleDays', 7, 1, 30, security, 'days'),
  int('session.appAbsoluteDays', 30, 1, 90, security, 'days'),
  int('password.minLength', 10, 8, 32, security, 'characters'),
  int('password.classes', 3, 2, 4, security, 'kinds'),
  int('password.history', 5, 1, 24, security, 'pieces'),
  int('password.maxAgeDays', 90, 30, 365, security, 'days'),
  int('password.warnDays', 7, 1, 30, security, 'days'),
  int('password.initialHours', 72, 1, 168, security, 'hours'),
  list('mfa.requiredRoles', security),
  choice('admin.separation', ['strict', 'simple'], operator),
  int('account.unusedDays', 90, 30, 365, security, 'days'),
  int('log.retainDays', 1095, 180, 3650, security, 'days'),
  int('sensitive.revealDaily', 200, 0, 5000, security, 'times'),
  int('sensitive.exportApprovalAbove', 1000, 0, 100_000, security, 'persons'),
  bool('watermark.enabled', true, security),
  int('export.syncRows', 5000, 100, 20_000, operator, 'rows'),
  int('export.maxRows', 1_000_000, 1000, 1_000_000, operator, 'rows'),
  int('import.maxRows', 50_000, 1000, 200_000, operator, 'rows'),
  int('job.resultDays', 7, 1, 30, operator, 'days'),
  int('job.perUser', 2, 1, 5, operator, 'pieces'),
  bool('notice.reviewNeeded', false, tenant),
  int('task.claimHours', 48, 1, 240, tenant, 'hours'),
  int('alarm.ackMinutes.urgent', 60, 5, 480, tenant, 'minutes'),
  int('alarm.ackMinutes.warn', 480, 60, 2880, tenant, 'minutes'),
  int('alarm.quietMinutes', 60, 10, 1440, tenant, 'minutes'),
  int('alarm.foldCount', 30, 10, 200, tenant, 'pieces'),
  int('alarm.foldMinutes', 10, 5, 60, tenant, 'minutes'),
  int('push.perUser', 6, 2, 20, operator, 'pieces'),
  int('push.keepMinutes', 10, 1, 60, operator, 'minutes'),
];

/** Those of the platform, and those modules defined. */
export const params: readonly Param[] = all;

/** A parameter of a module, as `defineParams` named it. */
export type ModuleParam = string & { readonly ofModule: true };
type Undefined<P> = P extends Param ? Omit<P, 'key'> : never;

/** What a parameter of a module is: its value without anybody's word, how far that word may go, and whose it is. */
export const param = {
  int: (value: number, min: number, max: number, owner: ParamOwner, unit?: string) =>
    int('', value, min, max, owner, unit),
  bool: (value: boolean, owner: ParamOwner) => bool('', value, owner),
  choice: (choices: readonly [string, ...string[]], owner: ParamOwner) => choice('', choices, owner),
  list: (owner: ParamOwner) => list('', owner),
};

/**
 * Parameters of a module beside the platform's, on the same page and with the same checks. `weighDays` of farm is `farm.weighDays`, its name the
 * text `farm.param.weighDays`, a choice of it `farm.paramChoice.<value>`.
 *
 * @example
 * export const farmParams = defineParams('farm', { weighDays: param.int(30, 1, 365, 'tenant_admin', 'days') });
 * const days = await paramOf(database, farmParams.weighDays, tenantNo);
 */
export function defineParams<const P extends Readonly<Record<string, Undefined<Param>>>>(
  module: string,
  given: P,
): { readonly [K in keyof P]: ModuleParam } {
  const keys = Object.entries(given).map(([name, one]) => {
    const key = `${module}.${name}`;
    if (!/^\w+$/.test(name)) throw new Error(`${key}: a parameter's name is one word`);
    if (paramOfKey(key)) throw new Error(`parameter ${key} is defined already`);
    all.push({ ...one, key });
    owners.set(key, module);
    return [name, key];
  });
  return Object.fromEntries(keys) as { readonly [K in keyof P]: ModuleParam };
}
const owners = new Map<string, string>();

export const paramOfKey = (key: string): Param | undefined => all.find((one) => one.key === key);
/** Locale keys have no dots inside a name. */
export function paramText(key: string): string {
  const module = owners.get(key);
  return module ? `${module}.param.${key.slice(module.length + 1)}` : `platform.param.${key.replaceAll('.', '_')}`;
}
export const paramChoiceText = (key: string, value: string): string =>
  `${owners.get(key) ?? 'platform'}.paramChoice.${value}`;

const row = z.object({
  paramKey: z.string(),
  paramName: z.string(),
  valueType: z.enum(['int', 'bool', 'choice', 'list']),
  paramValue: z.string(),
  defaultValue: z.string(),
  /** Whose word it is. */
  source: z.enum(['tenant', 'operator', 'default']),
  min: z.number().nullable(),
  max: z.number().nullable(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  unit: z.string().nullable(),
  owner: z.enum(['tenant_admin', 'security_admin', 'platform_admin']),
  changedBy: z.string().nullable(),
  changedAt: z.string().nullable(),
  version: versionSchema,
  mayEdit: z.boolean(),
});
export type ParamRow = z.output<typeof row>;

const ofTenant = { tenantNo: z.coerce.number().int().min(0).optional() };

export const listParams = endpoint({
  method: 'GET',
  path: 'sys/param/list',
  access: needs('sys:param:list', 'sys:tenant:edit', 'sys:security:view'),
  query: z.strictObject({
    keyword: z.string().trim().max(60).optional(),
    owner: z.enum(['tenant_admin', 'security_admin', 'platform_admin']).optional(),
    ...ofTenant,
  }),
  data: z.array(row),
});

/** Without a value: the default again. */
export const editParam = endpoint({
  method: 'POST',
  path: 'sys/param/edit',
  access: needs('sys:param:edit', 'sys:param:editSecurity'),
  body: z.strictObject({
    paramKey: z.string().max(60),
    paramValue: z.string().trim().min(1).max(2000).nullable(),
    version: versionSchema,
    tenantNo: z.number().int().min(0).optional(),
  }),
  data: z.object({ paramKey: z.string(), paramValue: z.string(), version: versionSchema }),
  action: 'edit',
});

export const paramHistory = endpoint({
  method: 'GET',
  path: 'sys/param/history',
  access: needs('sys:param:list', 'sys:security:view'),
  query: z.strictObject({ paramKey: z.string().max(60) }),
  data: z.array(
    z.object({
      id: z.number(),
      at: z.string(),
      who: z.string().nullable(),
      before: z.string().nullable(),
      after: z.string().nullable(),
    }),
  ),
});

/** What every browser needs to know. */
export const publicParams = endpoint({
  method: 'GET',
  path: 'sys/param/public',
  access: 'session',
  data: z.record(z.string(), z.string()),
});
