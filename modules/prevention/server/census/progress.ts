import { type ReportAsk, serveReport } from '#kit/server/report/serve-report.ts';
import { type PlaceFigure, rollupsOf } from '#kit/server/rollup.ts';
import { censusMeasures, censusStat, kinds } from '#modules/prevention/contract/census/census-stat.ts';

interface Round {
  readonly id: number;
  readonly name: string;
  readonly startDate: string;
}
type Measure = (typeof censusMeasures)[number];

/** R41: how far every place below the one asked for has come, in the round asked for or the last one. */
async function progress({ place, filter, read }: ReportAsk<typeof censusStat>) {
  const [rounds, byDay] = await read<[Round, PlaceFigure]>(
    {
      text: `select id, name, to_char(start_date, 'YYYY-MM-DD') as "startDate" from prevention.census_round
             where tenant_no = kit.tenant() and status <> 'draft' order by start_date desc, id desc limit 40`,
      values: [],
    },
    rollupsOf({ name: 'prevention.census', places: place.parts, byDay: true }),
  );
  const round = rounds.find((one) => String(one.id) === filter.roundId) ?? rounds[0];
  const before = round && rounds.find((one) => one.startDate < round.startDate);
  const n = (code: number, id: number | undefined, what: string) =>
    byDay.reduce(
      (sum, one) => (one.code === code && one.keys[0] === String(id) && one.keys[1] === what ? sum + one.n : sum),
      0,
    );
  const isCounted = new Set(['waiting', 'questioned', 'checked']);
  const days = Map.groupBy(
    byDay.filter(
      (one) => one.keys[0] === String(round?.id) && isCounted.has(one.keys[1] ?? '') && one.day > '2000-01-01',
    ),
    (one) => one.day,
  );
  let summed = 0;
  return {
    filter: { roundId: round ? String(round.id) : null },
    choices: { roundId: rounds.map((one) => ({ value: String(one.id), label: one.name })) },
    rows: place.parts.map(({ code }) => {
      const own = Object.fromEntries(censusMeasures.map((what) => [what, n(code, round?.id, what)])) as Record<
        Measure,
        number
      >;
      return {
        ...own,
        regionCode: code,
        counted: own.waiting + own.questioned + own.checked,
        heads: own.cattle + own.sheep + own.goat,
        headsBefore: before ? kinds.reduce((sum, what) => sum + n(code, before.id, what), 0) : null,
      };
    }),
    parts: {
      days: [...days]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([day, list]) => {
          const daily = list.reduce((sum, one) => sum + one.n, 0);
          summed += daily;
          return { day, daily, summed };
        }),
    },
  };
}

export const progressRoutes = () => serveReport(censusStat)(progress);
