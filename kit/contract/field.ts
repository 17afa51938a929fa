import { z } from 'zod';
import { isMask, isPii, type PiiKind } from './pii.ts';
import { isRegionCode } from './region.ts';

export type FieldKind =
  | 'id'
  | 'text'
  | 'longText'
  | 'int'
  | 'decimal'
  | 'money'
  | 'bool'
  | 'date'
  | 'dateTime'
  | 'dict'
  | 'dicts'
  | 'ref'
  | 'region'
  | 'state'
  | 'point'
  | 'color'
  | 'pii'
  | 'files'
  | 'lines'
  | 'json';

/** Level by level, without calling itself: what is nested ten thousand deep must be refused, not end the stack. */
function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; depth < 20; depth += 1) {
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (level.length === 0) return true;
  }
  return false;
}
export const jsonSchema: z.ZodType<unknown> = z.unknown().refine(isShallow, { abort: true }).pipe(z.json());

/** A field of a resource: its kind decides input, cell, filter, SQL value and sheet cell; `schema` is the value on the wire. */
export interface Field<T = unknown, K extends FieldKind = FieldKind> {
  readonly kind: K;
  readonly schema: z.ZodType<T>;
  readonly optional: boolean;
  readonly needed?: Needed;
  /** Written by the server alone: shown, filtered and sorted, but never taken from a request. */
  readonly derived: boolean;
  /** Set at creation, refused in an edit. */
  readonly fixed: boolean;
  /** Dictionary type of `dict`, `dicts` and `state`. */
  readonly dict?: string;
  /** `module.resource` a `ref` points at. */
  readonly ref?: string;
  readonly min?: number;
  readonly max?: number;
  readonly scale?: number;
  readonly unit?: string;
  readonly states?: readonly string[];
  readonly pii?: PiiKind;
  /** Only rows of the target that match: filters the target declares, with a constant or the value of another field of the form. */
  readonly where?: RefFilter;
  /** What a file may be, as the browser's file dialog understands it: `image/*,.pdf`. */
  readonly accept?: string;
  /** Bytes of one file. */
  readonly largest?: number;
  /** A day that lies ahead: nobody is offered today for it. */
  readonly ahead?: boolean;
  readonly lines?: Lines;
}

export type RefFilter = Readonly<Record<string, string | number | boolean | { readonly from: string }>>;

/** The filter in words of the target's list; null while a field it depends on is empty. */
export function filterOf(where: RefFilter, values: Readonly<Record<string, unknown>>): Record<string, string> | null {
  const filter: Record<string, string> = {};
  for (const [name, wanted] of Object.entries(where)) {
    const value = typeof wanted === 'object' ? values[wanted.from] : wanted;
    if (value === null || value === undefined || value === '') return null;
    filter[name] = String(value);
  }
  return filter;
}

/** What the lines of a document are; they are stored in `<head table>_<field name in the singular>`, by `parent_id` and `line_no`. */
export interface Lines<F extends Readonly<Record<string, Field>> = Readonly<Record<string, Field>>> {
  readonly fields: F;
  /** Derived columns that follow from the others; computed by the server, and shown while typing. */
  readonly compute?: Readonly<Record<string, (line: Readonly<Record<string, unknown>>) => unknown>>;
  /** Columns that are added up, each with the derived field of the head that keeps its sum, if one does. */
  readonly totals?: Readonly<Record<string, string | null>>;
  /** The `ref` or text a scanner fills, and the column that counts when the same is scanned again. */
  readonly scan?: { readonly find: string; readonly count?: string };
  /** Who signs the printed document: `<module>.<noun>._sign_<name>`. */
  readonly signatures?: readonly string[];
}
/** What a column of lines adds up to, in whole thousandths: adding fractions would leave crumbs. */
export const sumOf = (lines: readonly Readonly<Record<string, unknown>>[], column: string): number =>
  lines.reduce((sum, line) => sum + Math.round(Number(line[column] ?? 0) * 1000), 0) / 1000;

/** A line as it is sent and answered; one without an id is new. */
export type LineOf<F extends Readonly<Record<string, Field>>> = { id?: number | undefined } & {
  [K in keyof F]: ValueOf<F[K]>;
};

/** Optional as such, and required by what another field of the record says. */
export interface Needed {
  readonly by: string;
  readonly in?: readonly string[];
  readonly not?: readonly string[];
}
export const isNeededBy = ({ by, in: only, not }: Needed, values: Readonly<Record<string, unknown>>): boolean =>
  values[by] != null && (only ? only.includes(String(values[by])) : !not?.includes(String(values[by])));

interface Common {
  optional?: boolean;
  needed?: Needed;
  derived?: boolean;
  fixed?: boolean;
}

type Value<T, O extends Common> = O['optional'] extends true ? T | null : T;

function make<T, O extends Common>(
  kind: FieldKind,
  schema: z.ZodType<T>,
  options: O | undefined,
  more: Partial<Field> = {},
): Field<Value<T, O>> {
  const { optional = false, derived = false, fixed = false, needed } = options ?? {};
  return {
    kind,
    // An optional value may be absent in a request and is null in an answer.
    schema: (optional ? schema.nullish().transform((value) => value ?? null) : schema) as unknown as z.ZodType<
      Value<T, O>
    >,
    optional,
    derived,
    fixed,
    ...(needed && { needed }),
    ...more,
  } as Field<Value<T, O>>;
}

const idValue = z.number().int().positive().max(Number.MAX_SAFE_INTEGER);
// NUL and lone surrogates cannot be stored as text by PostgreSQL.
const storable = (value: string) => !value.includes('\0') && value.isWellFormed();
const textValue = (min: number, max: number) =>
  z.string().trim().min(min).max(max).refine(storable, { error: 'error.field.text' });
const range = (schema: z.ZodNumber, { min, max }: { min?: number; max?: number }) =>
  schema.min(min ?? Number.MIN_SAFE_INTEGER).max(max ?? Number.MAX_SAFE_INTEGER);
const pick = (options: object | undefined, ...names: string[]): Partial<Field> =>
  Object.fromEntries(
    Object.entries(options ?? {}).filter(([name, value]) => names.includes(name) && value !== undefined),
  );

export const field = {
  id: () => make<number, { derived: true }>('id', idValue, { derived: true }),

  /** One line of text, trimmed; `min` is 1 unless the field is optional. */
  text: <const O extends Common & { min?: number; max: number; pattern?: RegExp }>(options: O) => {
    const base = textValue(options.min ?? (options.optional ? 0 : 1), options.max);
    const schema = options.pattern
      ? base.refine((v) => options.pattern?.test(v) ?? true, { error: 'error.field.pattern' })
      : base;
    return make<string, O>('text', schema, options, pick(options, 'min', 'max'));
  },

  longText: <const O extends Common & { max: number }>(options: O) =>
    make<string, O>('longText', textValue(options.optional ? 0 : 1, options.max), options, pick(options, 'max')),

  int: <const O extends Common & { min?: number; max?: number; unit?: string }>(options?: O) =>
    make<number, O>('int', range(z.number().int(), options ?? {}), options, pick(options, 'min', 'max', 'unit')),

  decimal: <const O extends Common & { min?: number; max?: number; scale: number; unit?: string }>(options: O) =>
    make<number, O>('decimal', range(z.number(), options), options, pick(options, 'min', 'max', 'scale', 'unit')),

  /** Integer cents, in the database (`bigint`) and on the wire; shown and typed in yuan. */
  money: <const O extends Common & { min?: number; max?: number }>(options?: O) =>
    make<number, O>('money', range(z.number().int(), options ?? {}), options, {
      scale: 2,
      ...pick(options, 'min', 'max'),
    }),

  bool: <const O extends Common>(options?: O) => make<boolean, O>('bool', z.boolean(), options),

  /** `yyyy-MM-dd`. */
  date: <const O extends Common & { ahead?: boolean }>(options?: O) =>
    make<string, O>('date', z.iso.date(), options, pick(options, 'ahead')),

  /** ISO 8601 with offset. */
  dateTime: <const O extends Common>(options?: O) =>
    make<string, O>('dateTime', z.iso.datetime({ offset: true }), options),

  /** One value of a dictionary type; the server checks that the value exists and is enabled. */
  dict: <const O extends Common>(dict: string, options?: O) =>
    make<string, O>('dict', z.string().min(1).max(64), options, { dict }),

  /** Several values of a dictionary type. */
  dicts: <const O extends Common>(dict: string, options?: O) =>
    make<string[], O>('dicts', z.array(z.string().min(1).max(64)).max(50), options, { dict }),

  /** The id of a row of another resource, named `module.resource`; the server checks that the caller can see it. */
  ref: <const O extends Common & { where?: RefFilter }>(ref: string, options?: O) =>
    make<number, O>('ref', idValue, options, { ref, ...pick(options, 'where') }),

  region: <const O extends Common & { min?: number }>(options?: O) =>
    make<number, O>(
      'region',
      z.number().int().refine(isRegionCode, { error: 'error.field.region' }),
      options,
      pick(options, 'min'),
    ),

  /** Where a record stands in its life. Never written by add or edit: only a transition moves it. */
  state: <const S extends readonly [string, ...string[]]>(dict: string, ...states: S) =>
    make('state', z.enum(states) as unknown as z.ZodType<S[number]>, { derived: true }, { dict, states }) as Field<
      S[number],
      'state'
    >,

  /** A place in WGS-84. */
  point: <const O extends Common>(options?: O) =>
    make<Point, O>(
      'point',
      z.object({ longitude: z.number().min(-180).max(180), latitude: z.number().min(-90).max(90) }),
      options,
    ),

  color: <const O extends Common>(options?: O) =>
    make<string, O>('color', z.string().regex(/^#[0-9a-fA-F]{6}$/), options),

  /** A personal number: stored encrypted, shown masked, found by its whole value only. */
  pii: <const O extends Common>(pii: PiiKind, options?: O) =>
    make<string, O>(
      'pii',
      z
        .string()
        .trim()
        .refine((value) => isMask(value) || isPii(pii, value), { error: 'error.field.pattern' }),
      options,
      { pii },
    ),

  /** Ids of files (`bigint[]`), linked to the record when it is saved. */
  files: <const O extends Common & { max?: number; accept?: string; largest?: number }>(options?: O) => {
    const max = options?.max ?? 9;
    const ids = z.array(idValue).max(max);
    return make<number[], O>('files', options?.optional ? ids : ids.min(1, 'error.field.required'), options, {
      max,
      ...pick(options, 'accept', 'largest'),
    });
  },

  /** The lines of a document, saved with its head in one command. In a list they are left out. */
  lines: <const F extends Fields>(lines: Lines<F> & { min?: number; max?: number }) => {
    const { min = 1, max = 200 } = lines;
    const odd = Object.values(lines.fields).find(({ kind }) => ['id', 'state', 'pii', 'point', 'lines'].includes(kind));
    if (odd) throw new Error(`a line cannot have a field of kind ${odd.kind}`);
    const shape = Object.entries<Field>(lines.fields).filter(([, one]) => !one.derived);
    const line = z.strictObject({
      id: idValue.nullish().transform((id) => id ?? undefined),
      ...Object.fromEntries(shape.map(([name, one]) => [name, one.schema])),
    });
    const schema = z.array(line).min(min, 'error.field.lines').max(max) as unknown as z.ZodType<LineOf<F>[]>;
    return make<LineOf<F>[], object>('lines', schema, {}, { min, max, lines });
  },

  json: <const O extends Common>(options?: O) => make<unknown, O>('json', jsonSchema, options),
} as const;

export interface Point {
  longitude: number;
  latitude: number;
}

export type Fields = Readonly<Record<string, Field>>;
/** The value of a field on the wire. */
export type ValueOf<F> = F extends Field<infer T> ? T : never;
