import { notFound } from '#kit/contract/errors.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import { type AnyResource, labelKey } from '#kit/contract/resource.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { serveResource } from '#kit/server/resource/serve.ts';
import { type OperLogInside, operLogInside, sysOperLog } from '#modules/platform/contract/audit/sys-oper-log.ts';
import { namesOf, textOf } from './history.ts';

type Values = Record<string, unknown>;

interface Row {
  module: string;
  entity: string;
  method: string | null;
  path: string | null;
  params: unknown;
  before: unknown;
  after: unknown;
  rowHash: string;
  seal: OperLogInside['seal'];
}

/** Roles by their names in the reader's language; a role of the machine has none. */
const speaking = (route: Route): Route => ({
  ...route,
  handle: async (call, prepared) => {
    const answer = await route.handle(call, prepared);
    if (answer === null) return null;
    const column = { zh_CN: 'role_name', zh_TW: 'role_name_tw', en: 'role_name_en' }[call.language];
    const [roles] = await call.database.read<[{ code: string; name: string }]>(call.actor.scope, {
      text: `select role_code as code, coalesce(${column}, role_name) as name from platform.sys_role order by tenant_no`,
      values: [],
    });
    const names = new Map(roles.map(({ code, name }) => [code, name]));
    const say = (row: Record<string, unknown>) => ({
      ...row,
      roleNames:
        String(row.roleNames ?? '')
          .split(',')
          .map((code) => names.get(code) ?? code)
          .join(call.language === 'en' ? ', ' : '\u3001') || null,
    });
    return Array.isArray(answer) ? answer.map(say) : say(answer as Record<string, unknown>);
  },
});

export const sysOperLogRoutes = (): Route[] => [
  ...serveResource(sysOperLog)({
    expressions: {
      roleNames: "array_to_string(t.role_codes, ',')",
      changeText: "nullif(concat_ws(' → ', t.before::text, t.after::text), '')",
    },
  }).map((route) => (route.endpoint.path.endsWith('/export') ? route : speaking(route))),
  serve('platform', operLogInside, async (call) => {
    const [[row]] = await call.database.read<[Row]>(call.actor.scope, {
      text: `select module, entity, method, path, params, before, after, row_hash as "rowHash",
               (select jsonb_build_object('id', s.id, 'sealedAt', s.sealed_at, 'rowCount', s.row_count, 'sealHash', s.seal_hash) from kit.audit_seal s
                where s.tenant_no = l.tenant_no and s.log_name = 'oper' and s.to_time >= l.happened_at and s.from_time <= l.happened_at and s.row_ids @> l.id limit 1) as seal
             from platform.sys_oper_log l where id = $1`,
      values: [call.params.id],
    });
    if (!row) throw notFound();
    const { method, path, params, rowHash, seal } = row;
    return {
      changes: await changesOf(call as unknown as Call, row),
      request: { method, path, params: params === null ? null : JSON.stringify(params, null, 2) },
      rowHash,
      seal,
    };
  }),
];

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Kept beside the content; nobody changed them by hand. */
const technical = new Set(['id', 'version', 'tenantNo', '_can', 'createdAt', 'updatedAt']);

/** By the declaration of the record where there is one: labels, names of codes and of referred rows; else the values as they stand. */
async function changesOf(call: Call, { module, entity, before, after }: Row): Promise<OperLogInside['changes']> {
  const [old, now] = [isObject(before) ? before : {}, isObject(after) ? after : {}];
  const resource = mapOf(`${module}.${entity}`)?.resource;
  const names = resource ? await namesOf(call, resource, [old, now]) : new Map<string, string>();
  const fields = (resource?.fields ?? {}) as Fields;
  const declared = Object.keys(fields);
  const order = (name: string) => (declared.includes(name) ? declared.indexOf(name) : declared.length);
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => !technical.has(name) && !(name.endsWith('Name') && declared.includes(name.slice(0, -4))))
    .sort((one, other) => order(one) - order(other))
    .map((name) => ({
      field: name,
      label: labelOf(call, resource, name),
      before: told(call, fields[name], old[name], names),
      after: told(call, fields[name], now[name], names),
    }))
    .filter((one) => one.before !== one.after);
}

/** A text that is missing is told as its key: then the name itself says more. */
function labelOf(call: Call, resource: AnyResource | undefined, name: string): string {
  if (!resource) return name;
  const key = labelKey(resource, name);
  const label = call.say(key);
  return label === key ? name : label;
}

function told(call: Call, one: Field | undefined, value: unknown, names: ReadonlyMap<string, string>): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (one) return textOf(call, one, value, names);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
