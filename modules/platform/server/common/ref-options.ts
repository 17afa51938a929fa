import { notFound } from '#kit/contract/errors.ts';
import type { Field } from '#kit/contract/field.ts';
import type { ReportFilter } from '#kit/contract/report.ts';
import { listQuery, type Operation, permissionFor } from '#kit/contract/resource.ts';
import type { Actor } from '#kit/server/auth/actor.ts';
import { type Call, type Route, serve } from '#kit/server/http/call.ts';
import { declaredModules } from '#kit/server/http/openapi.ts';
import { allMaps, mapOf } from '#kit/server/resource/columns.ts';
import { type ListInput, planList } from '#kit/server/resource/list.ts';
import { refOptions } from '#modules/platform/contract/reference/reference.ts';

/** What tells a row from another of the same name, from its list's columns. */
type Hint = (row: Readonly<Record<string, unknown>>, call: Pick<Call, 'language' | 'say'>) => string;
const hints = new Map<string, Hint>();
export const registerRefHint = (resource: string, hint: Hint): void => void hints.set(resource, hint);

/** Somebody who lists records by what they refer to, or fills that in, must be able to say which. */
const mustName = ({ actions }: Actor, name: string): boolean =>
  namesInReport(actions, name) ||
  allMaps().some(({ resource }) => {
    const may = (operation: Operation) => actions.has(permissionFor(resource, operation));
    const fieldsOf = (names: readonly string[]) => names.map((one) => resource.fields[one] as Field);
    const asked = [
      ...(may('list') ? fieldsOf(resource.list.filters) : []),
      ...(may('add') || may('edit') ? fieldsOf(resource.form).flatMap(withLines) : []),
    ];
    return asked.some(({ ref }) => ref === name);
  });
/** A filter of a report is chosen from as well. */
const namesInReport = (actions: Actor['actions'], name: string): boolean =>
  declaredModules().some(({ reports = [] }) =>
    reports.some(
      ({ permission, filters = {} }) =>
        actions.has(permission) && Object.values<ReportFilter>(filters).some(({ ref }) => ref === name),
    ),
  );
const withLines = (field: Field): Field[] => [field, ...Object.values<Field>(field.lines?.fields ?? {})];

/** Rows to choose from in a reference field. Names only, and only of rows the caller sees: the policies decide. */
export const refOptionRoutes = (): Route[] => [
  serve('platform', refOptions, async (call) => {
    const map = mapOf(call.query.resource);
    if (!map) throw notFound();
    const { resource } = map;
    const chooses =
      call.actor.actions.has(permissionFor(resource, 'list')) ||
      [...call.actor.actions].some((one) => /:(add|edit)$/.test(one)) ||
      mustName(call.actor, call.query.resource);
    if (!chooses) throw notFound();
    const title = map.sql(resource.title);
    if (call.query.id !== undefined) {
      const [rows] = await call.database.read<[{ id: number; name: string }]>(call.actor.scope, {
        text: `select t.id, ${title} as name from ${map.table} t where t.id = $1`,
        values: [call.query.id],
      });
      return rows;
    }
    const { keyword, where = '' } = call.query;
    const filter = listQuery(resource).parse({ ...Object.fromEntries(new URLSearchParams(where)), pageSize: 30 });
    const plan = planList(map, { ...(filter as ListInput), pageNum: 1, keyword }, call.actor.scope);
    if (!plan) return [];
    const [rows] = await call.database.read<[Record<string, unknown>]>(call.actor.scope, plan.rows);
    const hint = hints.get(call.query.resource);
    return rows.map((row) => ({
      id: Number(row.id),
      name: String(row[resource.title]),
      hint: hint?.(row, call),
    }));
  }),
];
