import {
  type AnyReport,
  type Column,
  type Drill,
  type Report,
  type ReportAnswer,
  type ReportRow,
  reportKey,
} from './report.ts';

/** A column as it is drawn: a spread is one for every key. */
export interface Leaf {
  readonly key: string;
  readonly name: string;
  readonly title: string;
  /** The outer key's label, of a spread with two. */
  readonly group: string | null;
  readonly column: Column;
  readonly keys: readonly string[];
  /** A number as it is; null where nothing is known. */
  value(row: ReportRow): number | string | boolean | null;
  /** The second number of a split. */
  beside(row: ReportRow): number;
}

type Say = (key: string) => string;
const pair = (value: unknown): readonly [number, number] =>
  Array.isArray(value) ? [value[0], value[1]] : [Number(value ?? 0), 0];

export function rateOf(
  part: number,
  whole: number,
  { per = 100, digits = 1 }: Pick<Column, 'per' | 'digits'>,
): number | null {
  return whole === 0 ? null : Math.round((part / whole) * per * 10 ** digits) / 10 ** digits;
}

function spreadLeaf(name: string, column: Column, keys: readonly string[], title: string, group: string | null): Leaf {
  const key = keys.join(' ');
  // The inner key left out is the sum of the group.
  const of = (row: ReportRow) => {
    const cells = Object.entries((row[name] ?? {}) as Record<string, unknown>);
    const own = cells.filter(
      ([one]) => one === key || (keys.length < (column.by?.length ?? 1) && one.startsWith(`${key} `)),
    );
    return own
      .map(([, value]) => pair(value))
      .reduce((sum, one) => [sum[0] + one[0], sum[1] + one[1]] as const, [0, 0]);
  };
  return {
    key: `${name} ${key}`,
    name,
    title,
    group,
    column,
    keys,
    value: (row) => {
      const [one, other] = of(row);
      return column.of === 'rate' ? rateOf(one, other, column) : one;
    },
    beside: (row) => (column.of === 'split' ? of(row)[1] : 0),
  };
}

/** The drawn columns of some declared ones, for these rows. */
export function leavesOf(
  report: AnyReport,
  names: readonly string[],
  answer: ReportAnswer,
  rows: readonly ReportRow[],
  say: Say,
): Leaf[] {
  return names.flatMap((name): Leaf[] => {
    const column = (report as Report).columns[name] as Column;
    if (column.kind !== 'spread') {
      const value = (row: ReportRow) => {
        const cell = row[name];
        if (column.kind === 'dict' && typeof cell === 'string') return answer.names[name]?.[cell] ?? cell;
        return cell === undefined || typeof cell === 'object' ? null : cell;
      };
      return [
        { key: name, name, title: say(reportKey(report, name)), group: null, column, keys: [], value, beside: () => 0 },
      ];
    }
    const label = (level: number, key: string) => answer.names[`${name} ${level}`]?.[key] ?? key;
    const order = (level: number) => Object.keys(answer.names[`${name} ${level}`] ?? {});
    const found = new Set(rows.flatMap((row) => Object.keys((row[name] ?? {}) as object)));
    if ((column.by?.length ?? 1) < 2)
      return order(0)
        .filter((key) => found.has(key))
        .map((key) => spreadLeaf(name, column, [key], label(0, key), null));
    return order(0).flatMap((outer) => {
      const inner = order(1).filter((key) => found.has(`${outer} ${key}`));
      const all =
        inner.length > 1 && column.of !== 'rate'
          ? [spreadLeaf(name, column, [outer], say('kit.report.all'), label(0, outer))]
          : [];
      return [...all, ...inner.map((key) => spreadLeaf(name, column, [outer, key], label(1, key), label(0, outer)))];
    });
  });
}

/** Thousands apart, cents as yuan, a dash for what nobody knows. */
export function figureText(column: Column, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (typeof value !== 'number') return String(value);
  const kind = column.kind === 'spread' && column.of === 'rate' ? 'rate' : column.kind;
  if (kind === 'money') return (value / 100).toLocaleString('en', { minimumFractionDigits: 2 });
  const text = value.toLocaleString('en', { maximumFractionDigits: 2 });
  if (kind === 'rate') return `${text}${column.per === undefined || column.bar ? '%' : ''}`;
  return kind === 'change' && value > 0 ? `+${text}` : text;
}

/** What a drill asks its list for; null where the number has no list of its own. */
export function drillQuery(
  drill: Drill,
  answer: ReportAnswer,
  row: ReportRow,
  keys: readonly string[] = [],
): Record<string, string> | null {
  if (drill.unless?.some((name) => answer.filter[name] !== undefined && answer.filter[name] !== null)) return null;
  const query: Record<string, string> = {};
  for (const [name, wanted] of Object.entries(drill.query)) {
    if (!wanted.startsWith('$')) {
      query[name] = wanted;
      continue;
    }
    const from = wanted.slice(1);
    const isKey = /^\d$/.test(from);
    if (isKey && keys[Number(from)] === undefined) continue;
    const own = isKey ? keys[Number(from)] : from === 'region' ? row.regionCode : row[from];
    if (own === null) return null;
    const value = own ?? (from === 'region' ? answer.regionCode : (answer.filter[from] ?? answer.facts[from]));
    if (value !== null && value !== undefined) query[name] = String(value);
  }
  return query;
}
