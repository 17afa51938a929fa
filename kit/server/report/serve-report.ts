import type { AnyReport, Fact, FilterOf, Report, ReportAnswer, ReportRow } from '#kit/contract/report.ts';
import { reportEndpoints, reportKey } from '#kit/contract/report.ts';
import { type Leaf, leavesOf } from '#kit/contract/report-figures.ts';
import type { Statement } from '../db/database.ts';
import type { Call, Route } from '../http/call.ts';
import { fileName, xlsxType } from '../sheets/sheet-columns.ts';
import { type CellValue, type Sheet, writeWorkbook } from '../sheets/write-workbook.ts';
import { answerOf, type Figures } from './figures.ts';
import { type Place, placeOf } from './place.ts';

export interface ReportAsk<R extends AnyReport = AnyReport> {
  readonly call: Call;
  readonly place: Place;
  readonly by: string;
  readonly filter: FilterOf<R>;
  /** Statements under the caller's own row rules, in one round trip. */
  read<Rows extends unknown[]>(
    ...statements: { [I in keyof Rows]: Statement<Rows[I]> }
  ): Promise<{ [I in keyof Rows]: Rows[I][] }>;
}

/** The calls of a declared report: its figures, and the same as a workbook. */
export const serveReport =
  <R extends AnyReport>(report: R) =>
  (figures: (ask: ReportAsk<R>) => Promise<Figures<R>>): Route[] => {
    const answer = async (call: Call, query: Record<string, Fact>): Promise<ReportAnswer> => {
      const { regionCode, by, ...filter } = query;
      const place = placeOf(call, (regionCode as number | undefined) ?? undefined);
      const ask = {
        call,
        place,
        by: String(by),
        filter,
        read: (...statements: Statement[]) => call.database.read(call.actor.scope, ...statements),
      } as unknown as ReportAsk<R>;
      return answerOf(report, { ...ask, filter }, (await figures(ask)) as Figures<AnyReport>);
    };
    const { read, export: sheet } = reportEndpoints(report);
    const common = { module: report.module, entity: report.name };
    return [
      { ...common, endpoint: read, handle: (call) => answer(call, call.query) },
      {
        ...common,
        endpoint: sheet,
        handle: async (call) => {
          const told = await answer(call, call.body);
          const name = fileName(call.say(reportKey(report, '_title')));
          call.answer.file = { stream: writeWorkbook(sheetsOf(report, told, call)), type: xlsxType, name };
          return null;
        },
      },
    ];
  };

/** A sheet for the rows and for each further part, and one that says what they are. */
function sheetsOf(report: AnyReport, answer: ReportAnswer, call: Call): Sheet[] {
  const say = (name: string) => call.say(reportKey(report, name));
  const { table, parts = {}, filters = {} } = report as Report;
  const sheet = (name: string, leaves: readonly Leaf[], rows: readonly ReportRow[], first?: string): Sheet => ({
    name,
    columns: [
      ...(first ? [{ header: first, kind: 'text' as const, width: 24 }] : []),
      ...leaves.map((leaf) => ({
        header: leaf.group ? `${leaf.group} ${leaf.title}` : leaf.title,
        kind: ['text', 'dict', 'flag'].includes(leaf.column.kind)
          ? ('text' as const)
          : leaf.column.kind === 'date'
            ? ('date' as const)
            : ('number' as const),
      })),
    ],
    rows: [rows.map((row) => [...(first ? [row.name] : []), ...leaves.map((leaf) => cellOf(leaf, row, call))])],
  });
  const main = [...answer.rows, { ...answer.total, name: call.say('kit.report.total') }];
  const about: CellValue[][] = [
    [call.say('sheet.by'), `${call.actor.nickname} (${call.actor.username})`],
    [call.say('kit.report.region'), answer.path.map((one) => one.name).join(' ')],
    ...Object.entries(answer.filter)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => [
        Object.hasOwn(filters, name) ? say(name) : call.say(`kit.report.${name}`),
        String(value),
      ]),
  ];
  return [
    sheet(say('_title'), leavesOf(report, table, answer, main, call.say), main, call.say('kit.report.name')),
    ...Object.entries(parts).map(([name, { table: own, chart }]) => {
      const rows = answer.parts[name] ?? [];
      const names = own ?? [...(chart?.by ? [chart.by] : []), ...(chart?.series ?? []), ...(chart?.lines ?? [])];
      return sheet(say(`_${name}`), leavesOf(report, names, answer, rows, call.say), rows);
    }),
    {
      name: call.say('sheet.about'),
      columns: [
        { header: call.say('sheet.item'), kind: 'text' },
        { header: call.say('sheet.value'), kind: 'text', width: 60 },
      ],
      rows: [about],
    },
  ];
}

function cellOf(leaf: Leaf, row: ReportRow, call: Call): CellValue {
  const value = leaf.value(row);
  if (typeof value === 'boolean') return call.say(value ? 'kit.yes' : 'kit.no');
  if (typeof value !== 'number') return value;
  return leaf.column.kind === 'money' ? value / 100 : value + leaf.beside(row);
}
