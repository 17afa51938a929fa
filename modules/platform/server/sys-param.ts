import { forbidden, invalid, notFound, staleVersion } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Database, Tx } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/params.ts';
import { notify } from './notify.ts';
import { forgetParams } from './params.ts';

interface Stored {
  tenant_no: number;
  param_key: string;
  param_value: string;
  version: number;
  updated_by_name: string | null;
  updated_at: string;
}

type Asker = Pick<Call, 'actor' | 'tx' | 'say' | 'audited'>;

/** Whose parameter it is decides who changes it: the security administrator's are nobody else's. */
function mayEdit(param: contract.Param, { actions, tenantNo }: Actor): boolean {
  if (param.owner === 'security_admin') return actions.has('sys:param:editSecurity');
  return actions.has('sys:param:edit') && (param.owner === 'tenant_admin' || tenantNo === 0);
}

function refuseValue(param: contract.Param, value: string): void {
  const { type, min = 0, max = Number.MAX_SAFE_INTEGER, choices = [] } = param;
  const isRight =
    type === 'int'
      ? /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      : type === 'bool'
        ? value === 'true' || value === 'false'
        : type === 'choice'
          ? choices.includes(value)
          : /^\[("\w+"(,\s*"\w+")*)?\]$/.test(value);
  if (isRight) return;
  throw invalid([
    type === 'int'
      ? { field: 'paramValue', key: 'platform.paramPage.outOfRange', args: { min, max } }
      : { field: 'paramValue', key: 'platform.paramPage.wrongValue' },
  ]);
}

/**
 * The one way to change a parameter: in range, by its owner, on the version that was read, written down, and told to the
 * auditor where it is about security. Null gives the default back.
 */
export async function saveParam(
  call: Asker,
  key: string,
  value: string | null,
  version: number,
): Promise<{ paramKey: string; paramValue: string; version: number }> {
  const param = contract.paramOfKey(key);
  if (!param) throw notFound();
  if (!mayEdit(param, call.actor)) throw forbidden();
  if (value !== null) refuseValue(param, value);
  const { tx, actor } = call;
  const [own] = await tx.query<{ param_value: string; version: number }>(
    'select param_value, version from platform.sys_param where tenant_no = $1 and param_key = $2 for update',
    [actor.tenantNo, key],
  );
  if ((own?.version ?? 0) !== version) throw staleVersion();
  const now = value ?? (await fallback(tx, param, actor.tenantNo));
  const [saved] =
    value === null
      ? await tx.query<{ version: number }>('delete from platform.sys_param where tenant_no = $1 and param_key = $2', [
          actor.tenantNo,
          key,
        ])
      : await tx.query<{ version: number }>(
          `insert into platform.sys_param as p (tenant_no, param_key, param_value, version, updated_by) values ($1, $2, $3, 1, $4)
           on conflict (tenant_no, param_key) do update set param_value = excluded.param_value, version = p.version + 1, updated_by = excluded.updated_by, updated_at = now()
           returning version`,
          [actor.tenantNo, key, value, actor.userId],
        );
  const before = own?.param_value ?? (await fallback(tx, param, actor.tenantNo));
  await audit(tx, call as Call, {
    module: 'platform',
    entity: 'sysParam',
    entityName: key,
    action: 'config',
    before: { paramValue: before },
    after: { paramValue: now },
  });
  if (param.owner === 'security_admin' && before !== now)
    await notify(tx, {
      audience: { roleCodes: ['audit_admin'] },
      type: 'system',
      level: 'important',
      title: { key: 'platform.notices.paramChanged', args: { name: `@${contract.paramText(key)}` } },
      content: {
        key: 'platform.notices.paramChangedText',
        args: { name: `@${contract.paramText(key)}`, who: actor.nickname, before, after: now },
      },
      linkPath: '/system/securitySettings',
    });
  tx.afterCommit(() => forgetParams(actor.tenantNo));
  return { paramKey: key, paramValue: now, version: saved?.version ?? 0 };
}

/** The operator's word, or the product's. */
async function fallback(tx: Tx, param: contract.Param, tenantNo: number): Promise<string> {
  if (tenantNo === 0) return param.value;
  const [row] = await tx.query<{ param_value: string }>(
    'select param_value from platform.sys_param where tenant_no = 0 and param_key = $1',
    [param.key],
  );
  return row?.param_value ?? param.value;
}

async function stored(database: Database, actor: Actor): Promise<Stored[]> {
  const [rows] = await database.read<[Stored]>(actor.scope, {
    text: `select p.tenant_no, p.param_key, p.param_value, p.version, (select u.nickname from platform.sys_user u where u.id = p.updated_by) as updated_by_name, p.updated_at
           from platform.sys_param p`,
    values: [],
  });
  return rows;
}

/** The lists there are hold roles. */
async function roleChoices(
  call: Pick<Call, 'database' | 'actor' | 'language'>,
): Promise<{ value: string; label: string }[]> {
  const column = { zh_CN: 'role_name', zh_TW: 'role_name_tw', en: 'role_name_en' }[call.language];
  const [roles] = await call.database.read<[{ value: string; label: string }]>(call.actor.scope, {
    text: `select distinct on (role_code) role_code as value, ${column} as label from platform.sys_role where status = 'enabled' order by role_code, tenant_no desc`,
    values: [],
  });
  return roles;
}

export const sysParamRoutes = (): Route[] => [
  serve('platform', contract.listParams, async (call) => {
    const rows = await stored(call.database, call.actor);
    const roles = await roleChoices(call as unknown as Call);
    const { keyword, owner } = call.query;
    const found = (key: string, tenantNo: number) =>
      rows.find((row) => row.param_key === key && row.tenant_no === tenantNo);
    return contract.params
      .filter((param) => !owner || param.owner === owner)
      .map((param): contract.ParamRow => {
        const own = found(param.key, call.actor.tenantNo);
        const common = found(param.key, 0);
        return {
          paramKey: param.key,
          paramName: call.say(contract.paramText(param.key)),
          valueType: param.type,
          paramValue: own?.param_value ?? common?.param_value ?? param.value,
          defaultValue: common?.param_value ?? param.value,
          source: own ? 'tenant' : common ? 'operator' : 'default',
          min: param.min ?? null,
          max: param.max ?? null,
          choices:
            param.type === 'list'
              ? roles
              : (param.choices ?? []).map((value) => ({ value, label: call.say(`platform.paramChoice.${value}`) })),
          unit: param.unit ? call.say(`platform.paramUnit.${param.unit}`) : null,
          owner: param.owner,
          changedBy: own?.updated_by_name ?? null,
          changedAt: own?.updated_at ?? null,
          version: own?.version ?? 0,
          mayEdit: mayEdit(param, call.actor),
        };
      })
      .filter((row) => !keyword || row.paramName.includes(keyword) || row.paramKey.includes(keyword));
  }),
  serve('platform', contract.editParam, async (call) => {
    const { paramKey, paramValue, version } = call.body;
    const saved = await saveParam(call as unknown as Asker, paramKey, paramValue, version);
    call.answer.msg = call.say('ok.saved');
    return saved;
  }),
  serve('platform', contract.paramHistory, async (call) => {
    const [rows] = await call.database.read<
      [{ id: number; at: string; who: string | null; before: string | null; after: string | null }]
    >(call.actor.scope, {
      text: `select id, happened_at as at, nickname as who, before ->> 'paramValue' as before, after ->> 'paramValue' as after from kit.oper_log
             where entity = 'sysParam' and entity_name = $1 and result = 'ok' order by happened_at desc limit 50`,
      values: [call.query.paramKey],
    });
    return rows;
  }),
  serve('platform', contract.publicParams, async (call) => {
    const rows = await stored(call.database, call.actor);
    const shown = [
      'login.captchaMode',
      'watermark.enabled',
      'export.syncRows',
      'import.maxRows',
      'session.idleMinutes',
    ];
    return Object.fromEntries(
      shown.map((key) => [
        key,
        rows.findLast((row) => row.param_key === key && row.tenant_no === call.actor.tenantNo)?.param_value ??
          rows.find((row) => row.param_key === key && row.tenant_no === 0)?.param_value ??
          contract.paramOfKey(key)?.value ??
          '',
      ]),
    );
  }),
];
