import { z } from 'zod';
import { type AnyEndpoint, endpoint } from './endpoint.ts';
import { idSchema, pageQuery, versionSchema } from './envelope.ts';
import { type Field, type Fields, jsonSchema, type ValueOf } from './field.ts';
import { oncePer } from './once-per.ts';
import { type Access, needs, type Permission } from './permission.ts';

export type Operation = 'list' | 'detail' | 'add' | 'edit' | 'remove' | 'export' | 'import';
/** The calls a resource can have; `importTemplate` comes with `import`. */
export type CallName = Operation | 'transition' | 'importTemplate';
export type ScopeClass = 'jurisdiction' | 'parties' | 'persons' | 'self' | 'tenant' | 'global';

export interface Transition<S extends string = string> {
  readonly from: readonly S[];
  readonly to: S;
  /** Last part of the permission; the transition's own name unless given. */
  readonly permission?: string;
  /** What the user is asked for. */
  readonly form?: Fields;
  /** Fields of the form that not everybody who sees the record may read: its history does not tell them. */
  readonly unshown?: readonly string[];
  /** Asks for a remark and refuses without one. */
  readonly remark?: boolean;
  /** Shown as dangerous. */
  readonly danger?: boolean;
}

type StateOf<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer S, 'state'> ? (string extends S ? never : S) : never;
}[keyof F] &
  string;
type Name<F> = keyof F & string;

export interface ResourceShape<F extends Fields, T extends Readonly<Record<string, Transition>>> {
  /** The module that owns the noun; its labels stand under `<module>.<name>` in the locale files. */
  readonly module: string;
  /** camelCase noun; the table is `<module>.<snake_case noun>`. */
  readonly name: string;
  /** Calls stand at `/api/<path>/…`. */
  readonly path: string;
  /** Path of the screen, as in the menu. */
  readonly screen: string;
  /** Everything before the last part of its permission strings. */
  readonly permission: string;
  /** Last part per operation where it is not the operation's own name (`detail` is `list` unless given). */
  readonly actions?: Partial<Record<Operation, string>>;
  readonly scope: ScopeClass;
  readonly fields: F;
  /** The field that names a row to people: in references, titles and the operation log. */
  readonly title: Name<F>;
  readonly list: {
    readonly columns: readonly Name<F>[];
    readonly filters: readonly Name<F>[];
    /** Text fields that `keyword` looks into. */
    readonly search?: readonly Name<F>[];
    /** Names a caller may sort by. */
    readonly sorts?: readonly Name<F>[];
    /** `-field` is descending; newest first unless given. */
    readonly sort?: string;
  };
  readonly form: readonly Name<F>[];
  readonly detail?: readonly Name<F>[];
  /** None unless given: nothing is exposed by forgetting. */
  readonly operations: readonly Operation[];
  /** States in which edit and remove are possible; all unless given. */
  readonly editableIn?: readonly string[];
  readonly transitions?: T;
}

export type Resource<
  F extends Fields = Fields,
  T extends Readonly<Record<string, Transition>> = Record<string, Transition>,
> = ResourceShape<F, T> & { readonly stateField: Name<F> | undefined };

// biome-ignore lint/suspicious/noExplicitAny: any resource, whatever its fields
export type AnyResource = Resource<any, any>;

/** A row as every list and detail answers it: the declared fields, its version, and the verbs the caller may use on it now. */
export type RowOf<R extends AnyResource> = { [K in keyof R['fields']]: ValueOf<R['fields'][K]> } & RowExtras;
export interface RowExtras {
  id: number;
  version: number;
  _can: string[];
  /** `<field>Name` of every dict, state, ref and region field, in the request's language; of files, one name a line. */
  [name: `${string}Name`]: string | null;
}
/** What add and edit take. */
export type FormOf<R extends AnyResource> = { [K in R['form'][number]]: ValueOf<R['fields'][K]> };

export function defineResource<
  const F extends Fields,
  const T extends Readonly<Record<string, Transition<StateOf<F>>>> = Record<never, never>,
>(shape: ResourceShape<F, T> & { editableIn?: readonly StateOf<F>[] }): Resource<F, T> {
  const names = Object.keys(shape.fields);
  const stateField = names.find((name) => shape.fields[name]?.kind === 'state') as Name<F> | undefined;
  const where = `${shape.module}.${shape.name}`;
  if (!shape.fields.id) throw new Error(`${where} has no id`);
  if (shape.transitions && Object.keys(shape.transitions).length > 0 && !stateField)
    throw new Error(`${where} has no state`);
  for (const name of shape.form) {
    if (shape.fields[name]?.derived) throw new Error(`${where}: ${name} is derived and cannot be in the form`);
    if (shape.fields[name]?.lines && shape.operations.includes('import'))
      throw new Error(`${where} has lines and cannot be imported`);
  }
  return Object.freeze({ ...shape, stateField });
}

export const fullName = (resource: AnyResource): string => `${resource.module}.${resource.name}`;
/** The fields of a detail: the declared ones, or those of the form and then what the server adds. */
export function detailOf(resource: AnyResource): readonly string[] {
  const derived = Object.keys(resource.fields).filter((name) => resource.fields[name].derived && name !== 'id');
  return resource.detail ?? [...resource.form, ...derived];
}

const lineNouns = new WeakMap<Field, AnyResource>();
/** The lines of a document as a noun of their own: its table, labels and values. `tagIssue.lines` is `tagIssueLine`. */
export function lineNoun(resource: AnyResource, name: string): AnyResource {
  const one = resource.fields[name] as Field;
  let noun = lineNouns.get(one);
  if (!noun) {
    const single = name.replace(/s$/, '');
    const fields = one.lines?.fields ?? {};
    noun = {
      ...resource,
      name: `${resource.name}${single.charAt(0).toUpperCase()}${single.slice(1)}`,
      fields: { ...fields },
      form: Object.keys(fields).filter((column) => !fields[column]?.derived),
      operations: [],
      transitions: {},
      stateField: undefined,
    } as unknown as AnyResource;
    lineNouns.set(one, noun);
  }
  return noun;
}

/** The fields of a resource that are lines, most often one or none. */
export const linesIn = (resource: AnyResource): string[] =>
  Object.keys(resource.fields).filter((name) => resource.fields[name].lines);

/** Locale key of a field's label. */
export const labelKey = (resource: AnyResource, name: string): string => `${fullName(resource)}.${name}`;
/** Locale key of a transition's button. */
export const transitionKey = (resource: AnyResource, name: string): string => `${fullName(resource)}._${name}`;

export function permissionFor(resource: AnyResource, operation: Operation): Permission {
  const own = operation === 'detail' ? (resource.actions?.list ?? 'list') : operation;
  return `${resource.permission}:${resource.actions?.[operation] ?? own}`;
}

export function transitionPermission(resource: AnyResource, name: string): Permission {
  return `${resource.permission}:${resource.transitions?.[name]?.permission ?? name}`;
}

export function permissionsOf(resource: AnyResource): Permission[] {
  const all = resource.operations.map((operation: Operation) => permissionFor(resource, operation));
  return [
    ...new Set([
      ...all,
      ...Object.keys(resource.transitions ?? {}).map((name) => transitionPermission(resource, name)),
    ]),
  ];
}

const rangeKinds = new Set(['int', 'decimal', 'money', 'date', 'dateTime']);
export const isRange = (one: Field): boolean => rangeKinds.has(one.kind);

/** Query of a list call: paging, sorting, and exactly the filters the resource declares. */
export function listQuery(resource: AnyResource): z.ZodObject {
  const shape: Record<string, z.ZodType> = { ...pageQuery };
  for (const name of resource.list.filters) {
    const one: Field = resource.fields[name];
    const value = filterValue(one);
    if (isRange(one)) {
      shape[`${name}From`] = value.optional();
      shape[`${name}To`] = value.optional();
    } else shape[name] = value.optional();
  }
  return z.strictObject(shape);
}

function filterValue(one: Field): z.ZodType {
  switch (one.kind) {
    case 'int':
    case 'money':
      return z.coerce.number().int();
    case 'decimal':
      return z.coerce.number();
    case 'date':
    case 'dateTime':
      return z.iso.date();
    case 'bool':
      return z.enum(['true', 'false']).transform((value) => value === 'true');
    case 'region':
      return z.coerce.number().int();
    case 'id':
    case 'ref':
      return commaList(z.coerce.number().int().positive());
    case 'dict':
    case 'dicts':
    case 'state':
      return commaList(z.string().max(64));
    case 'text':
    case 'longText':
    case 'color':
    case 'point':
    case 'pii':
    case 'files':
    case 'lines':
    case 'json':
      return z.string().trim().max(100);
  }
}

const commaList = <T extends z.ZodType>(item: T) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z
        .array(item as z.ZodType<unknown, string>)
        .min(1)
        .max(200),
    );

/** Body of add and edit: the form's fields, nothing else. Fixed fields are left out of an edit. */
export function formSchema(resource: AnyResource, editing: boolean): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const name of resource.form as string[]) {
    const one: Field = resource.fields[name];
    if (editing && one.fixed) continue;
    shape[name] = one.schema;
  }
  return z.strictObject(editing ? { id: idSchema, version: versionSchema, ...shape } : shape);
}

export function rowSchema(resource: AnyResource): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const [name, one] of Object.entries(resource.fields as Fields)) {
    shape[name] = one.lines ? lineRows(one) : one.optional ? one.schema : one.schema.optional();
    if (named.has(one.kind)) shape[`${name}Name`] = z.string().nullish();
  }
  return z.object({ ...shape, id: idSchema, version: versionSchema, _can: z.array(z.string()) });
}

/** The lines as they are answered: with their derived columns and the names of codes; a list has none. */
const lineRows = ({ lines }: Field) =>
  z
    .array(
      z.looseObject({
        id: idSchema,
        ...Object.fromEntries(Object.entries(lines?.fields ?? {}).map(([name, one]) => [name, one.schema.optional()])),
      }),
    )
    .nullish();

const named = new Set(['dict', 'dicts', 'state', 'ref', 'region', 'files']);
/** Kinds whose rows also carry `<field>Name`. */
export const isNamed = (one: Field): boolean => named.has(one.kind);

const saved = z.object({ id: idSchema, version: versionSchema });
const remark = z.string().trim().max(500).optional();

/** The calls of a resource, made from its declaration: `{base}/list`, `{base}/:id`, add, edit, remove, transition, export, import. */
export const endpointsOf: typeof makeEndpoints = oncePer(makeEndpoints);

function makeEndpoints(resource: AnyResource): Readonly<Partial<Record<CallName, AnyEndpoint>>> {
  const { path } = resource;
  const access = (operation: Operation): Access => needs(permissionFor(resource, operation));
  const row = rowSchema(resource);
  const read = (operation: Operation, tail: string, more: Partial<AnyEndpoint>): AnyEndpoint =>
    endpoint({ method: 'GET', path: `${path}/${tail}`, access: access(operation), data: row, ...more });
  const change = (
    operation: Operation,
    body: z.ZodType,
    data: z.ZodType,
    more: Partial<AnyEndpoint> = {},
  ): AnyEndpoint =>
    endpoint({
      method: 'POST',
      path: `${path}/${operation}`,
      access: access(operation),
      body,
      data,
      action: operation,
      ...more,
    });
  const job = z.object({ jobId: idSchema });
  const { pageNum: _n, pageSize: _s, after: _a, ...filter } = listQuery(resource).shape;
  const all: Record<Operation, () => AnyEndpoint> = {
    list: () => read('list', 'list', { query: listQuery(resource), data: z.array(row) }),
    detail: () => read('detail', ':id', { params: z.object({ id: idSchema }) }),
    add: () => change('add', formSchema(resource, false), saved),
    edit: () => change('edit', formSchema(resource, true), saved),
    remove: () => change('remove', z.strictObject({ idArr: idList }), z.object({ removed: z.number() })),
    export: () =>
      change(
        'export',
        z.strictObject({
          idArr: idList.optional(),
          filter: z.strictObject(filter).optional(),
          columns: columnList,
          clear,
        }),
        z.union([job, z.object({ approvalId: idSchema })]),
        { download: true },
      ),
    import: () =>
      change('import', z.strictObject({ mode: z.enum(['check', 'commit']), again: z.stringbool().optional() }), job, {
        upload: importBytes,
      }),
  };
  const made: Partial<Record<CallName, AnyEndpoint>> = {};
  for (const operation of resource.operations as Operation[]) made[operation] = all[operation]();
  if (made.import) made.importTemplate = read('import', 'importTemplate', { data: z.null(), download: true });
  if (Object.keys(resource.transitions ?? {}).length > 0) made.transition = transitionEndpoint(resource);
  return made;
}

const idList = z.array(idSchema).min(1).max(500);
const columnList = z.array(z.string().max(60)).max(60).optional();
/** Personal numbers unmasked, and why. */
const clear = z.strictObject({ reason: z.string().trim().min(2).max(500) }).optional();
const importBytes = 20 * 1024 * 1024;

/** One record `{id, version, …}` or several `{items, …}`; each transition's own permission is checked by the server per name. */
function transitionEndpoint(resource: AnyResource): AnyEndpoint {
  const names = Object.keys(resource.transitions ?? {}) as [string, ...string[]];
  const item = { id: idSchema, version: versionSchema };
  const common = { name: z.enum(names), form: z.record(z.string(), jsonSchema).optional(), remark };
  return endpoint({
    method: 'POST',
    path: `${resource.path}/transition`,
    access: needs(...new Set(names.map((name) => transitionPermission(resource, name)))),
    body: z.union([
      z.strictObject({ ...item, ...common }),
      z.strictObject({ items: z.array(z.strictObject(item)).min(1).max(500), ...common }),
    ]),
    data: z.union([
      z.object({ status: z.string(), version: versionSchema }),
      z.object({ ok: z.number(), failed: z.array(z.object({ id: idSchema, msg: z.string() })) }),
    ]),
    action: 'transition',
  });
}

export function transitionForm(resource: AnyResource, name: string): z.ZodObject {
  const form = (resource.transitions?.[name]?.form ?? {}) as Fields;
  return z.strictObject(Object.fromEntries(Object.entries(form).map(([key, one]) => [key, one.schema])));
}
