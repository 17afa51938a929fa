import { AppError, invalid, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Tx } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import type { Call } from '#kit/server/http/call.ts';
import { type Param, paramOfKey, paramText } from '#modules/platform/contract/reference/params.ts';
import { notify } from '../notice/notify.ts';
import { holdersOf } from '../tenant/holders.ts';
import { forgetParams } from './params.ts';

/** Null when the value is one the parameter may have. */
function faultOf(param: Param, value: string): string | null {
  switch (param.type) {
    case 'int': {
      const n = Number(value);
      if (!/^-?\d{1,12}$/.test(value)) return 'error.field.type';
      return n < (param.min ?? n) || n > (param.max ?? n) ? 'platform.param.outOfRange' : null;
    }
    case 'bool':
      return value === 'true' || value === 'false' ? null : 'error.field.type';
    case 'choice':
      return param.choices?.includes(value) ? null : 'error.field.dict';
    case 'list':
      return isWords(value) ? null : 'error.field.type';
  }
}

function isWords(value: string): boolean {
  try {
    const list: unknown = JSON.parse(value);
    return (
      Array.isArray(list) &&
      list.length <= 100 &&
      list.every((one) => typeof one === 'string' && /^\w{1,40}$/.test(one))
    );
  } catch {
    return false;
  }
}

/** R118: the security administrator's parameters are nobody else's; the operator's are set for all tenants at once, by the operator. */
export function mayEdit(param: Param, actor: Pick<Call['actor'], 'actions' | 'tenantNo'>): boolean {
  if (param.owner === 'security_admin') return actor.actions.has('sys:param:editSecurity');
  if (param.owner === 'platform_admin') return actor.tenantNo === 0 && actor.actions.has('sys:param:edit');
  return actor.actions.has('sys:param:edit');
}

interface Stored {
  value: string;
  version: number;
}

/**
 * Sets a parameter of the caller's tenant (of another one, by the operator), or gives it back its default with null. Out of range is
 * refused, and the audit administrator hears of every change of the security policy.
 */
export async function saveParam(
  call: Call,
  input: { key: string; value: string | null; version: number; tenantNo?: number | undefined },
): Promise<{ value: string; version: number }> {
  const param = paramOfKey(input.key);
  if (!param) throw invalid([{ field: 'paramKey', key: 'platform.param.unknown' }]);
  if (!mayEdit(param, call.actor)) throw new AppError(403, 'platform.param.notYours');
  const tenantNo = input.tenantNo ?? call.actor.tenantNo;
  if (tenantNo !== call.actor.tenantNo && (call.actor.tenantNo !== 0 || param.owner === 'security_admin'))
    throw new AppError(403, 'platform.param.notYours');
  if (input.value !== null) {
    const fault = faultOf(param, input.value);
    const args = { min: param.min ?? '', max: param.max ?? '' };
    if (fault) throw invalid([{ field: 'paramValue', key: fault, args }]);
  }
  const done = await inTenant(call.tx, tenantNo, 'param', async (tx) => {
    const before = await ownValue(tx, param.key);
    if ((before?.version ?? 0) !== input.version) throw staleVersion();
    // What the database itself reads of the operator's must never be missing.
    const kept = input.value ?? (tenantNo === 0 ? param.value : null);
    const version = await write(tx, param.key, kept, call.actor.userId, call.actor.nickname);
    return { before: before?.value ?? null, version };
  });
  const value = input.value ?? param.value;
  await audit(call.tx, call, {
    module: 'platform',
    entity: 'sysParam',
    entityName: param.key,
    action: 'config',
    params: { tenantNo },
    before: { value: done.before ?? param.value },
    after: { value },
  });
  if (param.owner === 'security_admin') {
    const args = {
      name: `@${paramText(param.key)}`,
      from: done.before ?? param.value,
      to: value,
      by: call.actor.nickname,
    };
    await notify(call.tx, {
      userIds: await holdersOf(call.tx, ['audit_admin']),
      type: 'system',
      level: 'important',
      title: { key: 'platform.param.changed', args },
      content: { key: 'platform.param.changedText', args },
      linkPath: '/system/config/info',
    });
  }
  call.tx.afterCommit(() => forgetParams(tenantNo));
  return { value, version: done.version };
}

async function ownValue(tx: Tx, key: string): Promise<Stored | undefined> {
  const [row] = await tx.query<Stored>(
    'select param_value as value, version from platform.sys_param where tenant_no = $1 and param_key = $2 for update',
    [tx.scope.tenantNo, key],
  );
  return row;
}

async function write(tx: Tx, key: string, value: string | null, userId: number, name: string): Promise<number> {
  const { tenantNo } = tx.scope;
  if (value === null) {
    await tx.query('delete from platform.sys_param where tenant_no = $1 and param_key = $2', [tenantNo, key]);
    return 0;
  }
  const [row] = await tx.query<{ version: number }>(
    `insert into platform.sys_param as p (tenant_no, param_key, param_value, version, updated_by, updated_name) values ($1, $2, $3, 1, $4, $5)
     on conflict (tenant_no, param_key) do update set param_value = excluded.param_value, version = p.version + 1, updated_by = excluded.updated_by,
       updated_name = excluded.updated_name, updated_at = now() returning version`,
    [tenantNo, key, value, userId, name],
  );
  return row?.version ?? 0;
}
