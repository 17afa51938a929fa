import { notFound } from '#kit/contract/errors.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/reference/params.ts';
import { mayEdit, saveParam } from '../reference/sys-param.ts';

interface Stored {
  tenant_no: number;
  param_key: string;
  param_value: string;
  version: number;
  updated_name: string | null;
  updated_at: string;
}

async function list(call: Call<typeof contract.listParams>): Promise<contract.ParamRow[]> {
  const { actor, query } = call;
  const tenantNo = query.tenantNo ?? actor.tenantNo;
  if (actor.tenantNo !== 0 && tenantNo !== actor.tenantNo) throw notFound();
  const [rows] = await call.database.read<[Stored]>(systemScope(tenantNo, 'param'), {
    text: 'select tenant_no, param_key, param_value, version, updated_name, updated_at from platform.sys_param',
    values: [],
  });
  const word = query.keyword?.toLowerCase();
  return contract.params
    .map((param): contract.ParamRow => {
      const own = rows.find((row) => row.tenant_no === tenantNo && row.param_key === param.key);
      const common = rows.find((row) => row.tenant_no === 0 && row.param_key === param.key);
      const word = own ?? common;
      return {
        paramKey: param.key,
        paramName: call.say(contract.paramText(param.key)),
        valueType: param.type,
        paramValue: word?.param_value ?? param.value,
        defaultValue: (own && common && tenantNo !== 0 ? common.param_value : null) ?? param.value,
        source: own ? (tenantNo === 0 ? 'operator' : 'tenant') : common ? 'operator' : 'default',
        min: param.min ?? null,
        max: param.max ?? null,
        choices: (param.choices ?? []).map((value) => ({
          value,
          label: call.say(contract.paramChoiceText(param.key, value)),
        })),
        unit: param.unit ? call.say(`platform.paramUnit.${param.unit}`) : null,
        owner: param.owner,
        changedBy: word?.updated_name ?? null,
        changedAt: word?.updated_at ?? null,
        version: own?.version ?? 0,
        mayEdit:
          mayEdit(param, actor) && (tenantNo === actor.tenantNo || param.owner !== 'security_admin') && !actor.readOnly,
      };
    })
    .filter((row) => !query.owner || row.owner === query.owner)
    .filter((row) => !word || row.paramKey.toLowerCase().includes(word) || row.paramName.toLowerCase().includes(word));
}

export const paramRoutes = (): Route[] => [
  serve('platform', contract.listParams, list),
  serve('platform', contract.editParam, async (call) => {
    const { paramKey, paramValue, version, tenantNo } = call.body;
    const saved = await saveParam(call as unknown as Call, { key: paramKey, value: paramValue, version, tenantNo });
    call.answer.msg = call.say('ok.saved');
    return { paramKey, paramValue: saved.value, version: saved.version };
  }),
  serve('platform', contract.paramHistory, async (call) => {
    const [rows] = await call.database.read<
      [{ id: number; at: string; who: string | null; before: string | null; after: string | null }]
    >(call.actor.scope, {
      text: `select id, happened_at as at, nickname as who, before ->> 'value' as before, after ->> 'value' as after from kit.oper_log
             where entity = 'sysParam' and entity_name = $1 and result = 'ok' and happened_at > now() - interval '3 years' order by happened_at desc, id desc limit 100`,
      values: [call.query.paramKey],
    });
    return rows;
  }),
  serve('platform', contract.publicParams, async (call) => {
    const [rows] = await call.database.read<[Stored]>(call.actor.scope, {
      text: 'select tenant_no, param_key, param_value, version, updated_name, updated_at from platform.sys_param order by tenant_no',
      values: [],
    });
    const told = [
      'login.captchaMode',
      'watermark.enabled',
      'export.syncRows',
      'export.maxRows',
      'import.maxRows',
      'password.warnDays',
    ];
    return Object.fromEntries(
      told.map((key) => [
        key,
        rows.findLast((row) => row.param_key === key)?.param_value ?? contract.paramOfKey(key)?.value ?? '',
      ]),
    );
  }),
];
