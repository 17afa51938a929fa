import { totalLimit } from '#kit/contract/envelope.ts';
import type { AnyReport, Column, Report, ReportAnswer, ReportRow } from '#kit/contract/report.ts';
import { drillQuery, leavesOf } from '#kit/contract/report-figures.ts';

export interface Looker {
  get(path: string): Promise<{ code: number; data: unknown; total?: number | undefined }>;
}

const columnsOf = (report: AnyReport) => Object.entries((report as Report).columns);
const isSum = ({ kind }: Column) => kind === 'count' || kind === 'decimal' || kind === 'money';
const near = (a: unknown, b: unknown) => Math.abs(Number(a ?? 0) - Number(b ?? 0)) < 0.001;
/** A spread as plain numbers, in one order. */
const flat = (value: unknown) =>
  Object.entries((value ?? {}) as Record<string, number | number[]>)
    .flatMap(([key, cell]) => ([cell].flat().some((n) => n !== 0) ? [`${key}=${[cell].flat().join('/')}`] : []))
    .sort()
    .join(' ');

/** Columns in which the rows do not make the total. */
export function sumFaults(report: AnyReport, { rows, total, by }: ReportAnswer): string[] {
  if (by !== 'region') return [];
  return columnsOf(report)
    .filter(([name, column]) => isSum(column) && !column.distinct && typeof total[name] === 'number')
    .flatMap(([name]) => {
      const sum = rows.reduce((all, row) => all + Number(row[name] ?? 0), 0);
      return near(sum, total[name]) ? [] : [`${name}: the rows make ${sum}, the total is ${total[name]}`];
    });
}

/** Columns in which a row is not what its region says of itself. */
export function rowFaults(report: AnyReport, row: ReportRow, { total }: ReportAnswer): string[] {
  return columnsOf(report).flatMap(([name, column]) => {
    const numbers = isSum(column) || column.kind === 'rate';
    if (numbers && !near(row[name], total[name]))
      return [`${row.name} ${name}: ${row[name]} above, ${total[name]} inside`];
    if (column.kind === 'spread' && flat(row[name]) !== flat(total[name]))
      return [`${row.name} ${name} differs inside`];
    return [];
  });
}

export interface Drilled {
  readonly faults: string[];
  readonly opened: number;
}

/** Numbers whose list has another number of rows. */
export async function drillFaults(report: AnyReport, answer: ReportAnswer, who: Looker, most = 5): Promise<Drilled> {
  const { drills = {}, table, parts = {} } = report as Report;
  const asked = new Map<string, Promise<{ code: number; total?: number | undefined }>>();
  const faults: string[] = [];
  const tables: [readonly string[], readonly ReportRow[]][] = [
    [table, [...answer.rows.filter((row) => row.key !== 'rest').slice(0, most), answer.total]],
    ...Object.entries(parts).map(([name, part]): [readonly string[], readonly ReportRow[]] => [
      part.table ?? [],
      (answer.parts[name] ?? []).slice(0, most),
    ]),
  ];
  for (const [names, rows] of tables)
    for (const leaf of leavesOf(report, names, answer, rows, (key) => key)) {
      const drill = leaf.column.drill ? drills[leaf.column.drill] : undefined;
      if (!drill?.list) continue;
      for (const row of rows) {
        const number = leaf.value(row);
        const query = drillQuery(drill, answer, row, leaf.keys);
        if (typeof number !== 'number' || number > totalLimit || !query) continue;
        const url = `${drill.list}?${new URLSearchParams({ ...query, pageSize: '1' })}`;
        asked.set(url, asked.get(url) ?? who.get(url));
        const { code, total = 0 } = await (asked.get(url) as Promise<{ code: number; total?: number | undefined }>);
        if (code !== 200 || total !== number)
          faults.push(`${row.name ?? 'total'} ${leaf.key}: ${number}, but ${url} answers ${code} with ${total} rows`);
      }
    }
  return { faults, opened: asked.size };
}
