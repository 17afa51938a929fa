import { notFound } from '#kit/contract/errors.ts';
import type { Field, Fields } from '#kit/contract/field.ts';
import {
  type AnyResource,
  detailOf,
  fullName,
  lineNoun,
  linesIn,
  permissionFor,
  type Transition,
} from '#kit/contract/resource.ts';
import type { Statement } from '#kit/server/db/database.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { mapOf } from '#kit/server/resource/columns.ts';
import { lookups } from '#kit/server/resource/lookups.ts';
import { type HistoryEntry, listHistory } from '#modules/platform/contract/audit/history.ts';

type Values = Record<string, unknown>;
interface Logged {
  id: number;
  at: string;
  who: string | null;
  action: 'add' | 'edit' | 'remove';
  before: Values | null;
  after: Values | null;
}
interface Moved {
  id: number;
  at: string;
  who: string | null;
  name: string;
  from: string;
  to: string;
  form: Values | null;
  remark: string | null;
}
type Asked = Pick<Call, 'actor' | 'database' | 'language' | 'say'>;
/** Names of referred rows, by resource and id; a row the caller does not see has none. */
type Names = ReadonlyMap<string, string>;

const most = 100;

/** The row itself decides: whoever cannot open it learns nothing of its past, nor that it exists. */
export const historyRoutes = (): Route[] => [
  serve('platform', listHistory, async (call) => {
    const { entity, id } = call.query;
    const map = mapOf(entity);
    if (!map?.resource.operations.includes('detail')) throw notFound();
    const { resource, table } = map;
    if (!call.actor.actions.has(permissionFor(resource, 'detail'))) throw notFound();
    const [[seen], logged, moved] = await call.database.read<[{ id: number }, Logged, Moved]>(
      call.actor.scope,
      { text: `select t.id from ${table} t where t.id = $1`, values: [id] },
      loggedOf(resource, id),
      {
        text: `select id, made_at as at, made_by_name as who, name, from_status as "from", to_status as "to", form, remark
               from kit.transition_history where entity = $1 and entity_id = $2 order by id desc limit ${most}`,
        values: [entity, id],
      },
    );
    if (!seen) throw notFound();
    const names = await namesOf(call, resource, [
      ...logged.flatMap(({ before, after }) => [before, after]),
      ...moved.map(({ form }) => form),
    ]);
    return entriesOf(call, resource, logged, moved, names);
  }),
];

/** Transitions have a table of their own; looking at personal numbers is the auditor's business, not the record's. */
const loggedOf = (resource: AnyResource, id: number): Statement<Logged> => ({
  text: `select id, happened_at as at, nickname as who, action, before, after from kit.oper_log
         where module = $1 and entity = $2 and entity_id = $3 and action in ('add', 'edit', 'remove') and result = 'ok'
         order by happened_at desc limit ${most}`,
  values: [resource.module, resource.name, id],
});

function entriesOf(
  call: Asked,
  resource: AnyResource,
  logged: readonly Logged[],
  moved: readonly Moved[],
  names: Names,
): HistoryEntry[] {
  const text = (one: Field, value: unknown) => textOf(call, one, value, names);
  const changesOf = (fields: Fields, shown: readonly string[], before: Values | null, after: Values | null) =>
    shown
      .filter((name) => before?.[name] !== undefined || after?.[name] !== undefined)
      .map((field) => {
        const one = fields[field] as Field;
        return { field, before: text(one, before?.[field]), after: text(one, after?.[field]) };
      })
      .filter((change) => change.before !== change.after);
  const shown = shownOf(resource);
  const state = (resource.stateField ? resource.fields[resource.stateField] : undefined) as Field | undefined;
  const nothing = { name: null, from: null, to: null, remark: null };
  const entries: HistoryEntry[] = [
    ...logged.map(({ id, at, who, action, before, after }) => ({
      ...nothing,
      key: `log-${id}`,
      at,
      who,
      action,
      changes: action === 'remove' ? [] : changesOf(resource.fields, shown, before, after),
    })),
    ...moved.map(({ id, at, who, name, from, to, form, remark }) => {
      const { form: fields = {}, unshown = [] }: Partial<Transition> = resource.transitions?.[name] ?? {};
      return {
        key: `move-${id}`,
        at,
        who,
        action: 'transition' as const,
        name,
        from: state ? text(state, from) : from,
        to: state ? text(state, to) : to,
        remark,
        changes: changesOf(
          fields,
          Object.keys(fields).filter((field) => !unshown.includes(field)),
          null,
          form,
        ),
      };
    }),
  ];
  return entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, most);
}

/** What the record's page shows, and nothing the page does not. */
function shownOf(resource: AnyResource): string[] {
  const names = new Set<string>([resource.title, ...detailOf(resource), ...resource.form]);
  return [...names].filter((name) => name !== 'id' && name !== resource.stateField);
}

/** A value as people read it; null is no value. */
export function textOf(call: Asked, one: Field, value: unknown, names: Names): string | null {
  if (value === null || value === undefined || value === '') return null;
  const label = (code: unknown) =>
    lookups().dictLabel(one.dict ?? '', String(code), call.actor.tenantNo, call.language) ?? String(code);
  switch (one.kind) {
    case 'bool':
      return call.say(value ? 'kit.yes' : 'kit.no');
    case 'dict':
    case 'state':
      return label(value);
    case 'dicts':
      return Array.isArray(value) && value.length > 0
        ? value.map(label).join(call.language === 'en' ? ', ' : '\u3001')
        : null;
    case 'region':
      return lookups().regionName(Number(value), call.language) ?? String(value);
    case 'ref':
      return names.get(`${one.ref}:${value}`) ?? `#${value}`;
    case 'point': {
      const { longitude, latitude } = value as { longitude: number; latitude: number };
      return `${longitude}, ${latitude}`;
    }
    case 'money':
      return (Number(value) / 100).toFixed(2);
    case 'files':
      return Array.isArray(value) && value.length > 0 ? call.say('kit.fileCount', { n: value.length }) : null;
    case 'lines':
      return linesText(call, one, value, names);
    case 'json':
      return JSON.stringify(value).slice(0, 500);
    default:
      return String(value);
  }
}

/** Each line with its number: `2. 口蹄疫疫苗, 20`. */
function linesText(call: Asked, one: Field, value: unknown, names: Names): string | null {
  const lines = Array.isArray(value) ? (value as (Values & { lineNo?: number })[]) : [];
  const texts = lines.map((line, at) => {
    const cells = Object.entries(one.lines?.fields ?? {}).map(([name, column]) =>
      textOf(call, column, line[name], names),
    );
    return `${line.lineNo ?? at + 1}. ${cells.filter(Boolean).join(call.language === 'en' ? ', ' : '\uff0c')}`;
  });
  return texts.join('\n') || null;
}

/** What the references of values are called, those of a document's lines too. */
export async function namesOf(call: Asked, resource: AnyResource, values: readonly (Values | null)[]): Promise<Names> {
  const wanted = new Map<string, Set<number>>();
  const rows = values.flatMap((row) => [
    row,
    ...linesIn(resource).flatMap((name) => (Array.isArray(row?.[name]) ? (row[name] as Values[]) : [])),
  ]);
  const lineFields = linesIn(resource).flatMap((name) => Object.entries(lineNoun(resource, name).fields as Fields));
  for (const [field, one] of [...Object.entries(resource.fields as Fields), ...lineFields]) {
    if (one.kind !== 'ref' || !one.ref) continue;
    const ids = rows.map((row) => Number(row?.[field])).filter((id) => Number.isSafeInteger(id) && id > 0);
    if (ids.length > 0) wanted.set(one.ref, new Set([...(wanted.get(one.ref) ?? []), ...ids]));
  }
  const names = new Map<string, string>();
  for (const [ref, ids] of wanted) {
    const map = mapOf(ref);
    if (!map) continue;
    const [rows] = await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
      text: `select t.id, ${map.sql(map.resource.title)} as name from ${map.table} t where t.id = any ($1::bigint[])`,
      values: [[...ids]],
    });
    for (const { id, name } of rows) names.set(`${fullName(map.resource)}:${id}`, name);
  }
  return names;
}
