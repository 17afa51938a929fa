import { z } from 'zod';
import { type AnyEndpoint, endpoint } from './endpoint.ts';
import { idSchema } from './envelope.ts';
import { oncePer } from './once-per.ts';
import { needs, type Permission } from './permission.ts';
import { isRegionCode } from './region.ts';
import type { AnyResource } from './resource.ts';

type ColumnKind = 'count' | 'decimal' | 'money' | 'rate' | 'change' | 'flag' | 'text' | 'date' | 'dict' | 'spread';

/** A column of a report. `count`, `decimal` and `money` (cents) add up; a rate is computed from sums, so that its total is right. */
export interface Column<K extends ColumnKind = ColumnKind> {
  readonly kind: K;
  /** A name of `drills`: the list behind the number. */
  readonly drill?: string;
  /** The same thing may be in several rows: the rows do not sum to the total, which the server gives. */
  readonly distinct?: true;
  /** Anything but zero is a fault. */
  readonly fault?: true;
  /** Of a rate and a change: names of the columns it is computed from. */
  readonly part?: readonly string[];
  readonly whole?: readonly string[];
  readonly per?: number;
  readonly digits?: number;
  /** A rate drawn as a bar. */
  readonly bar?: true;
  /** A rate below it is red; a text names one of the answer's facts. */
  readonly target?: number | string;
  readonly dict?: string;
  /** Of a spread: what its keys are, outermost first. Unless a dictionary names them, the server does. */
  readonly by?: readonly SpreadKey[];
  /** Of a spread: one number, a part and its whole, or two numbers of which a list holds the first. */
  readonly of?: 'count' | 'rate' | 'split';
}
interface SpreadKey {
  readonly dict?: string;
  readonly order?: readonly string[];
}
type Options = Pick<Column, 'drill' | 'distinct' | 'fault' | 'digits'>;
const list = (names: string | readonly string[]): readonly string[] => (typeof names === 'string' ? [names] : names);

export const column = {
  count: (options: Options = {}): Column<'count'> => ({ kind: 'count', ...options }),
  decimal: (options: Options = {}): Column<'decimal'> => ({ kind: 'decimal', ...options }),
  /** Integer cents, shown in yuan. */
  money: (options: Options = {}): Column<'money'> => ({ kind: 'money', ...options }),
  /** A percentage unless `per` is given; `per` 1 is a mean. Several names are added up. */
  rate: (
    part: string | readonly string[],
    whole: string | readonly string[],
    options: Options & Pick<Column, 'per' | 'bar' | 'target'> = {},
  ): Column<'rate'> => ({ kind: 'rate', part: list(part), whole: list(whole), ...options }),
  /** How much more the first column is than the second. */
  change: (now: string, before: string): Column<'change'> => ({ kind: 'change', part: [now], whole: [before] }),
  flag: (options: Options = {}): Column<'flag'> => ({ kind: 'flag', ...options }),
  text: (options: Options = {}): Column<'text'> => ({ kind: 'text', ...options }),
  date: (): Column<'date'> => ({ kind: 'date' }),
  /** A code; without a dictionary the server names it. */
  dict: (dict?: string): Column<'dict'> => ({ kind: 'dict', ...(dict && { dict }) }),
  /** One column for every key the rows have; keys of two levels are written `outer inner`. */
  spread: (by: readonly SpreadKey[], options: Options & Pick<Column, 'of' | 'target'> = {}): Column<'spread'> => ({
    kind: 'spread',
    by,
    ...options,
  }),
} as const;

type FilterKind = 'period' | 'year' | 'day' | 'dict' | 'ref' | 'choice';
/** What the reader may choose besides the region; the server decides what an absent value means and answers it. */
export interface ReportFilter<K extends FilterKind = FilterKind> {
  readonly kind: K;
  readonly dict?: string;
  readonly ref?: string;
  /** Only these values; of a choice without any, the server offers them. */
  readonly options?: readonly string[];
  readonly required?: true;
}
type Choice = Pick<ReportFilter, 'options' | 'required'>;
export const filter = {
  /** Two days, `from` and `to` in the query; a report has at most one. */
  period: (): ReportFilter<'period'> => ({ kind: 'period' }),
  year: (): ReportFilter<'year'> => ({ kind: 'year' }),
  day: (): ReportFilter<'day'> => ({ kind: 'day' }),
  dict: (dict: string, options: Choice = {}): ReportFilter<'dict'> => ({ kind: 'dict', dict, ...options }),
  ref: (ref: string): ReportFilter<'ref'> => ({ kind: 'ref', ref }),
  choice: (options: Choice = {}): ReportFilter<'choice'> => ({ kind: 'choice', ...options }),
} as const;

/** Where a number leads. In `query`, `$region` is the region of the row, `$name` a column, filter or fact, `$0` and `$1` the keys of a spread. */
export interface Drill {
  readonly page: string;
  /** The call whose `total` is the number; without one the page tells more than the number. */
  readonly list?: string;
  readonly query: Readonly<Record<string, string>>;
  /** Filters its list does not know: once one of them is chosen, the number leads nowhere. */
  readonly unless?: readonly string[];
  /** Opened by the page itself instead of another screen. */
  readonly panel?: true;
}
export const drillTo = (resource: AnyResource, query: Drill['query'], unless: readonly string[] = []): Drill => ({
  page: resource.screen,
  list: `${resource.path}/list`,
  query,
  unless,
});

export interface ReportChart {
  readonly kind: 'bar' | 'stacked' | 'ranking' | 'line' | 'pie' | 'treemap';
  readonly series: readonly string[];
  /** Drawn as lines over the bars, on an axis of their own. */
  readonly lines?: readonly string[];
  /** The column of the categories; the row's name unless given. */
  readonly by?: string;
  /** One series at a time, chosen by the reader. */
  readonly choose?: true;
}
export interface ReportPart {
  readonly table?: readonly string[];
  readonly chart?: ReportChart;
  /** Half of a wide window unless given. */
  readonly wide?: true;
}

export interface ReportShape<C extends Columns = Columns, P extends string = string, F extends Filters = Filters> {
  readonly module: string;
  /** Its texts stand under `<module>.<name>`. */
  readonly name: string;
  readonly path: string;
  readonly screen: string;
  readonly permission: Permission;
  readonly filters?: F;
  /** What the rows are; `region` is the regions below the one looked at. The first unless the reader chooses. */
  readonly groups?: readonly string[];
  readonly columns: C;
  readonly tiles?: readonly (keyof C & string)[];
  readonly chart?: ReportChart;
  readonly table: readonly (keyof C & string)[];
  /** `-name` is descending; by region code unless given. */
  readonly sort?: string;
  readonly parts?: Readonly<Record<P, ReportPart>>;
  readonly drills?: Readonly<Record<string, Drill>>;
  /** Shows the text `_note`, with the answer's facts as its places. */
  readonly note?: true;
}
export type Columns = Readonly<Record<string, Column>>;
type Filters = Readonly<Record<string, ReportFilter>>;
export type Report<C extends Columns = Columns, P extends string = string, F extends Filters = Filters> = ReportShape<
  C,
  P,
  F
>;
// biome-ignore lint/suspicious/noExplicitAny: any report, whatever its columns
export type AnyReport = Report<any, any, any>;
type Values<F extends Filters> = {
  readonly [N in keyof F as F[N]['kind'] extends 'period' ? never : N]?: F[N]['kind'] extends 'year' | 'ref'
    ? number
    : string;
};
/** What a query may hold besides the region; of a period, `from` and `to`. */
export type FilterOf<R extends AnyReport> = Values<NonNullable<R['filters']>> & {
  readonly from?: string;
  readonly to?: string;
};

export type Fact = string | number | null;
export type SpreadValue = Readonly<Record<string, number | readonly [number, number]>>;
export type CellOf = Fact | boolean | SpreadValue | undefined;
export interface ReportRow {
  readonly key?: string;
  readonly name?: string;
  /** Null where the row is no region; absent in the rows of a part. */
  readonly regionCode?: number | null;
  readonly hasBelow?: boolean;
  readonly [name: string]: CellOf;
}
export interface ReportAnswer {
  readonly regionCode: number | null;
  readonly path: readonly { readonly code: number; readonly name: string }[];
  readonly by: string;
  /** What was asked for, with what the server filled in. */
  readonly filter: Readonly<Record<string, Fact>>;
  readonly choices: Readonly<Record<string, readonly { readonly value: Fact; readonly label: string }[]>>;
  /** Labels of codes by column, those of a spread by column and level: `cells 0`. */
  readonly names: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly facts: Readonly<Record<string, Fact>>;
  readonly total: ReportRow;
  readonly rows: readonly ReportRow[];
  readonly parts: Readonly<Record<string, readonly ReportRow[]>>;
}

export function defineReport<
  const C extends Columns,
  const P extends string = never,
  const F extends Filters = Record<never, never>,
>(shape: ReportShape<C, P, F>): Report<C, P, F> {
  const parts = Object.values<ReportPart>(shape.parts ?? {});
  const charts = [shape.chart, ...parts.map((one) => one.chart)].flatMap((one) => one ?? []);
  const named = [
    ...shape.table,
    ...(shape.tiles ?? []),
    ...parts.flatMap((one) => one.table ?? []),
    ...charts.flatMap((one) => [...one.series, ...(one.lines ?? []), ...(one.by ? [one.by] : [])]),
    ...Object.values<Column>(shape.columns).flatMap((one) => [...(one.part ?? []), ...(one.whole ?? [])]),
  ];
  const unknown = named.find((name) => !Object.hasOwn(shape.columns, name));
  if (unknown) throw new Error(`${shape.module}.${shape.name} has no column ${unknown}`);
  const drill = Object.values<Column>(shape.columns).find((one) => one.drill && !shape.drills?.[one.drill])?.drill;
  if (drill) throw new Error(`${shape.module}.${shape.name} has no drill ${drill}`);
  return Object.freeze(shape);
}

export const reportKey = (report: AnyReport, name: string): string => `${report.module}.${report.name}.${name}`;

/** Every text a report needs. */
export function reportKeys(report: AnyReport): string[] {
  const { filters = {}, groups = [], parts = {}, columns, chart } = report as Report;
  const options = Object.entries(filters).flatMap(([name, one]) =>
    one.kind === 'choice' ? (one.options ?? []).map((value) => `${name}_${value}`) : [],
  );
  return [
    '_title',
    ...(report.note ? ['_note'] : []),
    ...(chart ? ['_chart'] : []),
    ...Object.keys(filters),
    ...options,
    ...(groups.length > 0 ? groups.map((name) => `_by_${name}`) : []),
    ...Object.keys(parts).map((name) => `_${name}`),
    ...shownColumns(report).filter((name) => columns[name]?.kind !== 'spread'),
  ].map((name) => reportKey(report, name));
}

function shownColumns(report: AnyReport): string[] {
  const { table, tiles = [], chart, parts = {} } = report as Report;
  const of = (one: ReportChart | undefined) => [...(one?.series ?? []), ...(one?.lines ?? [])];
  return [
    ...new Set([
      ...table,
      ...tiles,
      ...of(chart),
      ...Object.values(parts).flatMap((one) => [...(one.table ?? []), ...of(one.chart)]),
    ]),
  ];
}

function queryOf(report: AnyReport): Record<string, z.ZodType> {
  const groups = (report.groups ?? ['region']) as [string, ...string[]];
  const shape: Record<string, z.ZodType> = {
    regionCode: z.coerce.number().int().refine(isRegionCode, { error: 'error.field.region' }).optional(),
    by: z.enum(groups).default(groups[0]),
  };
  for (const [name, one] of Object.entries((report as Report).filters ?? {})) {
    if (one.kind === 'period') {
      shape.from = z.iso.date().optional();
      shape.to = z.iso.date().optional();
    } else if (one.kind === 'year') shape[name] = z.coerce.number().int().min(2000).max(2100).optional();
    else if (one.kind === 'day') shape[name] = z.iso.date().optional();
    else if (one.kind === 'ref') shape[name] = idSchema.optional();
    else shape[name] = (one.options ? z.enum(one.options as [string]) : z.string().trim().max(64)).optional();
  }
  return shape;
}

const number = z.number().nullish();
const schemas: Readonly<Record<ColumnKind, z.ZodType>> = {
  count: z.number().int().nullish(),
  money: z.number().int().nullish(),
  decimal: number,
  rate: number,
  change: number,
  flag: z.boolean().nullish(),
  text: z.string().nullish(),
  date: z.string().nullish(),
  dict: z.string().nullish(),
  spread: z.record(z.string(), z.union([z.number(), z.tuple([z.number(), z.number()])])).optional(),
};
const factSchema = z.union([z.string(), z.number(), z.null()]);

/** `GET <path>` answers the figures, `POST <path>/export` the same as a workbook. */
export const reportEndpoints: typeof makeEndpoints = oncePer(makeEndpoints);

function makeEndpoints(report: AnyReport): { readonly read: AnyEndpoint; readonly export: AnyEndpoint } {
  const query = queryOf(report);
  const columns = Object.entries((report as Report).columns).map(([name, one]) => [name, schemas[one.kind]]);
  const figures = z.object(Object.fromEntries(columns));
  const row = figures.extend({
    key: z.string(),
    name: z.string(),
    regionCode: z.number().nullable(),
    hasBelow: z.boolean(),
  });
  const access = needs(report.permission);
  return {
    read: endpoint({
      method: 'GET',
      path: report.path,
      access,
      query: z.strictObject(query),
      data: z.object({
        regionCode: z.number().nullable(),
        path: z.array(z.object({ code: z.number(), name: z.string() })),
        by: z.string(),
        filter: z.record(z.string(), factSchema),
        choices: z.record(z.string(), z.array(z.object({ value: factSchema, label: z.string() }))),
        names: z.record(z.string(), z.record(z.string(), z.string())),
        facts: z.record(z.string(), factSchema),
        total: figures,
        rows: z.array(row),
        parts: z.record(z.string(), z.array(figures)),
      }),
    }),
    export: endpoint({
      method: 'POST',
      path: `${report.path}/export`,
      access,
      body: z.strictObject(query),
      data: z.null(),
      action: 'export',
      download: true,
    }),
  };
}
