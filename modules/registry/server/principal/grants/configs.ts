import { type FieldError, forbidden, invalid } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import type { Call } from '#kit/server/http/call.ts';
import {
  configCodeOf,
  configCodes,
  configText,
  type PrincipalConfigRow,
  type principalConfigs,
  type savePrincipalConfigs,
} from '#modules/registry/contract/principal/principal-grants.ts';
import { reach } from '../reach.ts';
import { setConfig } from './principal-config.ts';
import { unitIn, unitOf } from './unit.ts';

const authorities = new Set(['authority', 'preventionStation']);

/** A unit keeps its own house; what controls it is set by those who do the controlling. */
async function maySet({ database, actor }: Pick<Call, 'database' | 'actor'>): Promise<(code: string) => boolean> {
  const own = await reach(database, actor.tenantNo, actor.principalId);
  const isAuthority = authorities.has(own?.type ?? '');
  return (code) => isAuthority || !configCodeOf(code)?.control;
}

interface Said {
  readonly code: string;
  readonly value: string;
  readonly owner: number;
  readonly ownerName: string;
}

export async function readConfigs(call: Call<typeof principalConfigs>): Promise<PrincipalConfigRow[]> {
  const { actor } = call;
  const { id } = await unitOf(call as unknown as Call, call.query.principalId ?? actor.principalId);
  // The words of units above may lie beyond what the caller sees; they are told by name, as the one who decides.
  const [said] = await call.database.read<[Said]>(systemScope(actor.tenantNo, 'config'), {
    text: `with line as (
             select owner, depth from unnest(registry.principal_line($1, $2)) with ordinality l(owner, depth)
             union all select min(p.id), 99 from registry.principal p where p.tenant_no = $1 and p.principal_unit_type = 'authority' and p.parent_id is null)
           select c.config_code as code, c.config_value as value, c.principal_id as owner, p.principal_unit_name as "ownerName"
           from line l join registry.principal_config c on c.principal_id = l.owner join registry.principal p on p.id = l.owner order by l.depth`,
    values: [actor.tenantNo, id],
  });
  const may = await maySet(call as unknown as Call);
  return configCodes.map(({ code, type, standard, group, choices }) => {
    const words = said.filter((one) => one.code === code);
    const own = words.find((one) => one.owner === id);
    const above = words.find((one) => one.owner !== id);
    const counts = own ?? above;
    return {
      configCode: code,
      configName: call.say(configText(code)),
      hint: call.say(configText(code, `${code}_hint`)),
      group,
      groupName: call.say(configText(code, `group_${group}`)),
      choices: (choices ?? []).map((value) => ({ value, label: call.say(configText(code, `${code}_${value}`)) })),
      valueType: type,
      configValue: counts?.value ?? standard,
      from: own ? ('own' as const) : above ? ('inherited' as const) : ('default' as const),
      fromName: own ? null : (above?.ownerName ?? null),
      editable: may(code),
      otherwise: above?.value ?? standard,
    };
  });
}

function isRight(code: string, value: string): boolean {
  const known = configCodeOf(code);
  switch (known?.type) {
    case 'switch':
      return value === '0' || value === '1';
    case 'choice':
      return known.choices?.includes(value) ?? false;
    case 'money':
      return /^\d{1,9}(\.\d{1,2})?$/.test(value);
    default:
      return value === '' ? known?.standard === '' : (known?.pattern?.test(value) ?? false);
  }
}

export async function saveConfigs(call: Call<typeof savePrincipalConfigs>): Promise<{ changed: number }> {
  const { tx, actor } = call;
  const unit = await unitIn(tx, call.body.principalId ?? actor.principalId);
  const faults: FieldError[] = [];
  for (const { configCode, configValue } of call.body.configs) {
    if (!configCodeOf(configCode)) faults.push({ field: configCode, key: 'registry.principalConfig.unknown' });
    else if (configValue !== null && !isRight(configCode, configValue))
      faults.push({ field: configCode, key: 'error.field.pattern' });
  }
  if (faults.length > 0) throw invalid(faults);
  const may = await maySet(call as unknown as Call);
  if (!call.body.configs.every((one) => may(one.configCode))) throw forbidden();
  const done: Record<string, string | null> = {};
  for (const { configCode, configValue } of call.body.configs)
    if (await setConfig(tx, unit.id, configCode, configValue)) done[configCode] = configValue;
  await audit(tx, call as unknown as Call, {
    module: 'registry',
    entity: 'principal',
    entityId: unit.id,
    entityName: unit.name,
    action: 'config',
    after: done,
  });
  call.answer.msg = call.say('ok.saved');
  return { changed: Object.keys(done).length };
}
