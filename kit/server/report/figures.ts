import type {
  AnyReport,
  CellOf,
  Column,
  Fact,
  Report,
  ReportAnswer,
  ReportRow,
  SpreadValue,
} from '#kit/contract/report.ts';
import { rateOf } from '#kit/contract/report-figures.ts';
import type { Call } from '../http/call.ts';
import { lookups } from '../resource/lookups.ts';
import type { Place } from './place.ts';

type Given<K> = K extends 'count' | 'decimal' | 'money'
  ? number | null
  : K extends 'flag'
    ? boolean
    : K extends 'spread'
      ? SpreadValue
      : string | null;
/** A row as the report's function gives it: no rate and no change, which the engine computes. */
export type GivenRow<R extends AnyReport> = {
  readonly [N in keyof R['columns'] as R['columns'][N]['kind'] extends 'rate' | 'change' ? never : N]?: Given<
    R['columns'][N]['kind']
  >;
};
export interface Figures<R extends AnyReport> {
  /** By region: one for each part of the place that has something. By another group: what each is called, and its region if it is one. */
  readonly rows: readonly (GivenRow<R> & {
    readonly regionCode?: number | null;
    readonly key?: string;
    readonly name?: string;
  })[];
  /** Where it is more than the sum of the rows; the rest becomes a row of its own. */
  readonly total?: GivenRow<R>;
  readonly parts?: { readonly [P in keyof NonNullable<R['parts']>]: readonly GivenRow<R>[] };
  /** What the absent filters came to mean. */
  readonly filter?: Readonly<Record<string, Fact>>;
  readonly choices?: ReportAnswer['choices'];
  readonly names?: ReportAnswer['names'];
  readonly facts?: Readonly<Record<string, Fact>>;
}
type Raw = Readonly<Record<string, CellOf>>;

const additive = new Set(['count', 'decimal', 'money']);
const tenth = (n: number) => Math.round(n * 1e6) / 1e6;

function addSpread(sum: CellOf, more: CellOf, sign = 1): SpreadValue {
  const cells: Record<string, number | readonly [number, number]> = { ...((sum ?? {}) as SpreadValue) };
  for (const [key, value] of Object.entries((more ?? {}) as SpreadValue)) {
    const had = cells[key] ?? (typeof value === 'number' ? 0 : ([0, 0] as const));
    if (typeof value === 'number') cells[key] = Number(had) + sign * value;
    else if (typeof had !== 'number') cells[key] = [had[0] + sign * value[0], had[1] + sign * value[1]];
  }
  return cells;
}

/** What adds up, added up; null where no row knows. */
function sumOf(columns: Report['columns'], rows: readonly Raw[]): Record<string, CellOf> {
  const total: Record<string, CellOf> = {};
  for (const [name, { kind, distinct }] of Object.entries(columns)) {
    if (kind === 'spread') total[name] = rows.reduce<CellOf>((sum, row) => addSpread(sum, row[name]), {});
    else if (additive.has(kind) && !distinct) {
      const known = rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []));
      total[name] = known.length === 0 && rows.length > 0 ? null : tenth(known.reduce((sum, n) => sum + n, 0));
    }
  }
  return total;
}

function computed(columns: Report['columns'], row: Raw): Raw {
  const made: Record<string, CellOf> = { ...row };
  const sum = (names: readonly string[] = []) => {
    const all = names.map((name) => row[name]);
    return all.every((one) => typeof one === 'number') ? all.reduce((n, one) => n + one, 0) : null;
  };
  for (const [name, column] of Object.entries(columns) as [string, Column][]) {
    if (column.kind !== 'rate' && column.kind !== 'change') continue;
    const [part, whole] = [sum(column.part), sum(column.whole)];
    if (part === null || whole === null) made[name] = null;
    else made[name] = column.kind === 'rate' ? rateOf(part, whole, column) : tenth(part - whole);
  }
  return made;
}

const isEmpty = (columns: Report['columns'], row: Raw) =>
  Object.entries(columns).every(([name, { kind }]) =>
    kind === 'spread' ? Object.keys(row[name] ?? {}).length === 0 : !additive.has(kind) || !row[name],
  );

/** What the place has beyond its parts: people of the county itself, farms whose village nobody told. */
function restOf(columns: Report['columns'], total: Raw, sum: Raw): Raw | null {
  const rest: Record<string, CellOf> = {};
  for (const [name, { kind }] of Object.entries(columns)) {
    if (kind === 'spread') {
      const cells = Object.entries(addSpread(total[name], sum[name], -1)).filter(([, n]) =>
        [n].flat().some((one) => one !== 0),
      );
      rest[name] = Object.fromEntries(cells);
    } else if (typeof total[name] === 'number' && typeof sum[name] === 'number')
      rest[name] = tenth(total[name] - sum[name]);
  }
  return isEmpty(columns, rest) ? null : rest;
}

function sorted(rows: readonly ReportRow[], sort: string | undefined): ReportRow[] {
  if (!sort) return [...rows];
  const name = sort.replace(/^-/, '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const of = (row: ReportRow) => (typeof row[name] === 'number' ? row[name] : Number.POSITIVE_INFINITY * sign);
  return rows.toSorted((a, b) => (of(a) === of(b) ? 0 : sign * (of(a) - of(b))));
}

/** Labels of every code in the rows, in the order a spread asks for. */
function namesOf(columns: Report['columns'], rows: readonly Raw[], call: Call, given: ReportAnswer['names']) {
  const names: Record<string, Record<string, string>> = {};
  const put = (at: string, dict: string | undefined, codes: Iterable<string>) => {
    const said = given[at] ?? {};
    const label = (code: string) =>
      said[code] ?? (dict && lookups().dictLabel(dict, code, call.actor.tenantNo, call.language)) ?? code;
    names[at] = Object.fromEntries([...new Set([...Object.keys(said), ...codes])].map((code) => [code, label(code)]));
  };
  for (const [name, { kind, dict, by = [] }] of Object.entries(columns) as [string, Column][]) {
    if (kind === 'dict')
      put(name, dict, new Set(rows.flatMap((row) => (typeof row[name] === 'string' ? [row[name]] : []))));
    if (kind !== 'spread') continue;
    by.forEach(({ dict: own, order = [] }, level) => {
      const found = new Set(
        rows.flatMap((row) => Object.keys(row[name] ?? {}).map((key) => key.split(' ')[level] ?? '')),
      );
      put(`${name} ${level}`, own, [...order.filter((key) => found.has(key)), ...found]);
    });
  }
  return names;
}

/** The answer of a report from the figures its function gave. */
export function answerOf(
  report: AnyReport,
  { call, place, by, filter }: { call: Call; place: Place; by: string; filter: Readonly<Record<string, Fact>> },
  given: Figures<AnyReport>,
): ReportAnswer {
  const { columns, sort } = report as Report;
  const isRegions = by === 'region';
  const known = new Map(place.parts.map((one) => [one.code, one]));
  const rows = (given.rows as readonly (Raw & { regionCode?: number | null; key?: string; name?: string })[])
    .filter((row) => !isRegions || (known.has(row.regionCode as number) && !isEmpty(columns, row)))
    .map((row, at) => {
      const part = known.get(row.regionCode as number);
      return {
        ...row,
        key: row.key ?? String(row.regionCode ?? at),
        name: row.name ?? part?.name ?? '',
        regionCode: row.regionCode ?? null,
        hasBelow: isRegions && part?.hasBelow === true && part.code !== place.regionCode,
      };
    });
  const sum = sumOf(columns, rows);
  const total: Raw = { ...sum, ...(given.total as Raw | undefined) };
  const rest = isRegions && given.total ? restOf(columns, total, sum) : null;
  const ready = sorted(
    rows.map((row) => computed(columns, row) as ReportRow),
    sort,
  );
  const parts = Object.entries((given.parts ?? {}) as Record<string, readonly Raw[]>).map(
    ([name, list]) => [name, list.map((row) => computed(columns, row) as ReportRow)] as const,
  );
  const all = [...ready, ...parts.flatMap(([, list]) => list), total, ...(rest ? [rest] : [])];
  return {
    regionCode: place.regionCode,
    path: place.path,
    by,
    filter: { ...filter, ...given.filter },
    choices: given.choices ?? {},
    names: namesOf(columns, all, call, given.names ?? {}),
    facts: given.facts ?? {},
    total: computed(columns, total) as ReportRow,
    rows: rest
      ? [
          ...ready,
          {
            ...computed(columns, rest),
            key: 'rest',
            name: call.say('kit.report.rest'),
            regionCode: null,
            hasBelow: false,
          },
        ]
      : ready,
    parts: Object.fromEntries(parts),
  };
}
