import type { Language } from '#kit/contract/envelope.ts';
import { forbidden, notFound } from '#kit/contract/errors.ts';
import { audit } from '#kit/server/audit/audit.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import type { Database } from '#kit/server/db/database.ts';
import { inTenant } from '#kit/server/db/in-tenant.ts';
import { systemScope } from '#kit/server/db/scope.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import * as contract from '#modules/platform/contract/tenant/tenant-config.ts';
import { directory } from '../account/directory.ts';
import { nobody, type SessionAuthenticator } from '../auth/authenticator.ts';
import { publicUrl } from '../file/file-links.ts';
import { dictRow, labelOf } from '../reference/dictionaries.ts';
import { regionName } from '../reference/region/regions.ts';
import { type ConfigRow, namesOf } from './config-names.ts';
import { checkConfigs, writeConfig } from './sys-tenant-config.ts';

interface Value {
  configCode: string;
  configValue: string;
  source: 'principal' | 'parent' | 'tenant' | 'default';
  url?: string;
  names?: Record<Language, string>;
}

const codeOf = (code: string) => contract.configCodes.find((one) => one.code === code);
const withUrl = (value: Value): Value =>
  codeOf(value.configCode)?.kind === 'file' ? { ...value, url: publicUrl(Number(value.configValue)) } : value;

/** Anybody may read the words a login page shows. */
export async function publicConfig(database: Database, tenantNo: number): Promise<Value[]> {
  const [rows] = await database.read<[{ config_code: string; config_value: string; own: boolean }]>(nobody, {
    text: 'select * from platform.door_config($1)',
    values: [tenantNo],
  });
  const said = rows.map((row) => ({ code: row.config_code, value: row.config_value, rank: row.own ? 0 : 1 }));
  return contract.configCodes.flatMap(({ code }) => {
    const [best] = said.filter((row) => row.code === code).sort((one, other) => one.rank - other.rank);
    return entryOf(code, said, best?.value, best?.rank === 0 ? 'tenant' : 'default');
  });
}

/** An entry with its picture or its names; none where nobody said anything in any language. */
function entryOf(
  code: string,
  rows: readonly ConfigRow[],
  value: string | undefined,
  source: Value['source'],
): Value[] {
  const names = namesOf(rows, code);
  if (value === undefined && !names) return [];
  return [withUrl({ configCode: code, configValue: value ?? '', source, ...(names && { names }) })];
}

/** R115: the principal's own word, that of the nearest one above it, the tenant's, the operator's. Secrets are told by whether they are set. */
export async function effectiveConfig(
  database: Database,
  tenantNo: number,
  principalId: number | null,
): Promise<Value[]> {
  const line = principalId === null ? [] : await directory().line(database, tenantNo, principalId);
  const [rows] = await database.read<
    [{ tenant_no: number; principal_id: number; config_code: string; config_value: string }]
  >(systemScope(tenantNo, 'config'), {
    text: 'select tenant_no, principal_id, config_code, config_value from platform.sys_tenant_config where principal_id = 0 or principal_id = any ($1)',
    values: [line],
  });
  const rankOf = (row: { tenant_no: number; principal_id: number }) => {
    if (row.principal_id !== 0) return row.tenant_no === tenantNo ? line.indexOf(row.principal_id) : 1e9;
    return row.tenant_no === tenantNo ? 1e6 : 1e7;
  };
  const said = rows.map((row) => ({ code: row.config_code, value: row.config_value, rank: rankOf(row) }));
  return contract.configCodes.flatMap(({ code, kind }): Value[] => {
    const [best] = said.filter((row) => row.code === code).sort((one, other) => one.rank - other.rank);
    const value = best && kind === 'secret' ? '******' : best?.value;
    return entryOf(code, said, value, best ? sourceOf(best.rank) : 'default');
  });
}

const sourceOf = (rank: number): Value['source'] =>
  rank === 0 ? 'principal' : rank < 1e6 ? 'parent' : rank === 1e6 ? 'tenant' : 'default';

const mayLookAt = (actor: Actor, tenantNo: number) => actor.tenantNo === 0 || actor.tenantNo === tenantNo;

async function list(call: Call<typeof contract.configList>, authenticator: SessionAuthenticator): Promise<Value[]> {
  const token = call.header('authorization')?.replace(/^Bearer /, '');
  const entry = token ? await authenticator.enter(token, true) : null;
  const actor = entry && 'actor' in entry ? entry.actor : null;
  const tenantNo = call.query.tenantNo ?? actor?.tenantNo ?? 0;
  if (!actor || !mayLookAt(actor, tenantNo)) return publicConfig(call.database, tenantNo);
  const own = tenantNo === actor.tenantNo && call.query.tenantNo === undefined ? actor.principalId : null;
  return effectiveConfig(call.database, tenantNo, call.query.principalId ?? own);
}

async function set(call: Call<typeof contract.setConfig>) {
  const { tenantNo, principalId, configs } = call.body;
  const { actor } = call;
  if (!mayLookAt(actor, tenantNo)) throw notFound();
  const needed = principalId
    ? ['sys:tenantPrincipal:config']
    : tenantNo === actor.tenantNo
      ? ['sys:webConfig:edit', 'sys:tenant:edit']
      : ['sys:tenant:edit', 'sys:tenantPrincipal:config'];
  if (!needed.some((one) => actor.actions.has(one))) throw forbidden();
  const wanted = Object.fromEntries(configs.map((one) => [one.configCode, one.configValue]));
  checkConfigs(wanted);
  const [tenant] = await call.tx.query<{ id: number; name: string }>(
    'select id, tenant_name as name from platform.sys_tenant where tenant_no = $1',
    [tenantNo],
  );
  if (!tenant) throw notFound();
  if (principalId && (await directory().line(call.database, tenantNo, principalId)).length === 0) throw notFound();
  const changed = await inTenant(call.tx, tenantNo, 'config', async (inside) => {
    const done: string[] = [];
    for (const [code, value] of Object.entries(wanted))
      if (await writeConfig(inside, principalId ?? 0, code, value)) done.push(code);
    return done;
  });
  await audit(call.tx, call as unknown as Call, {
    module: 'platform',
    entity: 'sysTenantConfig',
    entityId: tenant.id,
    entityName: tenant.name,
    action: 'config',
    params: { tenantNo, principalId },
    after: Object.fromEntries(changed.map((code) => [code, codeOf(code)?.kind === 'secret' ? '***' : wanted[code]])),
  });
  call.answer.msg = call.say('ok.saved');
  return { changed: changed.length };
}

async function principals(call: Call<typeof contract.tenantPrincipals>) {
  const { actor, language } = call;
  const tenantNo = call.query.tenantNo ?? actor.tenantNo;
  if (!mayLookAt(actor, tenantNo)) throw notFound();
  const { rows, total } = await directory().tenantPrincipals(call.database, actor.scope, { ...call.query, tenantNo });
  const ids = rows.map((row) => row.id);
  const [users, configs, roots] = await call.database.read<
    [{ principal_id: number; n: number }, { principal_id: number; n: number }, { root: number | null }]
  >(
    systemScope(tenantNo, 'operator'),
    {
      text: "select principal_id, count(*)::int as n from platform.sys_user where tenant_no = $2 and principal_id = any ($1) and status <> 'cancelled' group by 1",
      values: [ids, tenantNo],
    },
    {
      text: 'select principal_id, count(*)::int as n from platform.sys_tenant_config where tenant_no = $2 and principal_id = any ($1) group by 1',
      values: [ids, tenantNo],
    },
    { text: 'select root_principal_id as root from platform.sys_tenant where tenant_no = $1', values: [tenantNo] },
  );
  const label = (dict: string, value: string) => {
    const row = dictRow(dict, value, 0);
    return row ? labelOf(row, language) : value;
  };
  const countIn = (list: { principal_id: number; n: number }[], id: number) =>
    list.find((one) => one.principal_id === id)?.n ?? 0;
  call.answer.total = total;
  return rows.map((row) => ({
    id: row.id,
    tenantNo,
    principalId: row.id,
    principalUnitName: row.name,
    principalUnitType: row.type,
    principalUnitTypeName: label('principal_type', row.type),
    regionName: regionName(row.regionCode),
    systems: row.systemIds.map((systemId) => ({ systemId, systemName: label('sys_system', String(systemId)) })),
    userCount: countIn(users, row.id),
    configCount: countIn(configs, row.id),
    isRoot: roots[0]?.root === row.id,
    status: row.status,
    statusName: label('principal_status', row.status),
  }));
}

export const configRoutes = (authenticator: SessionAuthenticator): Route[] => [
  serve('platform', contract.configList, (call) => list(call, authenticator)),
  serve('platform', contract.setConfig, set),
  serve('platform', contract.tenantPrincipals, principals),
  serve('platform', contract.tenantOptions, async (call) => {
    const [rows] = await call.database.read<[{ tenantNo: number; tenantName: string; status: string }]>(
      call.actor.scope,
      {
        text: 'select tenant_no as "tenantNo", tenant_name as "tenantName", status from platform.sys_tenant order by tenant_no',
        values: [],
      },
    );
    return rows;
  }),
];
