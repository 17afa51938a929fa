import type { Statement } from '#kit/server/db/database.ts';
import type { Call } from '#kit/server/http/call.ts';
import {
  type CensusBoard,
  type CensusFigures,
  censusMeasures,
  type censusStat,
} from '#modules/prevention/contract/census/census-stat.ts';
import { figuresOf, type Part, type PartFigure, placeOf } from './places.ts';

type Round = CensusBoard['rounds'][number];

/** R41: how far every place below the one asked for has come, in the round asked for or the last one. */
export async function progressOf(call: Call<typeof censusStat>): Promise<CensusBoard> {
  const place = placeOf(call, call.query.regionCode);
  const [rounds, figures, days] = await call.database.read<
    [Round, PartFigure, { roundId: string; day: string; n: number }]
  >(
    call.actor.scope,
    {
      text: `select id, name, status, to_char(start_date, 'YYYY-MM-DD') as "startDate", to_char(end_date, 'YYYY-MM-DD') as "endDate" from prevention.census_round
             where tenant_no = kit.tenant() and status <> 'draft' order by start_date desc, id desc limit 40`,
      values: [],
    },
    figuresOf('prevention.census', place.rows),
    daysStatement(place.rows),
  );
  const round = rounds.find((one) => one.id === call.query.roundId) ?? rounds[0];
  const before = round && rounds.find((one) => one.startDate < round.startDate);
  const keyed = new Map(figures.map((one) => [`${one.regionCode} ${one.keys.join(' ')}`, one.n]));
  const of = (code: number, id: number | undefined, what: string) => keyed.get(`${code} ${id} ${what}`) ?? 0;
  const rows = place.rows.map(({ parts: _, ...row }) => ({
    ...row,
    ...figured(
      (what) => of(row.regionCode, round?.id, what),
      before ? ['cattle', 'sheep', 'goat'].reduce((sum, what) => sum + of(row.regionCode, before.id, what), 0) : null,
    ),
  }));
  const sum = (what: string) => place.rows.reduce((total, row) => total + of(row.regionCode, round?.id, what), 0);
  const headsBefore = before ? rows.reduce((total, row) => total + (row.headsBefore ?? 0), 0) : null;
  return {
    rounds,
    roundId: round?.id ?? null,
    beforeId: before?.id ?? null,
    regionCode: place.regionCode,
    path: place.path,
    rows: rows
      .filter((row) => row.sheets > 0)
      .sort((a, b) => (a.progress ?? 101) - (b.progress ?? 101) || a.regionCode - b.regionCode),
    total: figured(sum, headsBefore),
    days: days.filter((one) => one.roundId === String(round?.id)).map(({ day, n }) => ({ day, n })),
  };
}

function figured(of: (what: string) => number, headsBefore: number | null): CensusFigures {
  const plain = Object.fromEntries(censusMeasures.map((name) => [name, of(name)])) as Record<
    (typeof censusMeasures)[number],
    number
  >;
  const counted = plain.waiting + plain.questioned + plain.checked;
  return {
    ...plain,
    counted,
    progress: plain.sheets === 0 ? null : Math.round((counted / plain.sheets) * 1000) / 10,
    heads: plain.cattle + plain.sheep + plain.goat,
    headsBefore,
  };
}

/** Sheets counted day by day. */
function daysStatement(rows: readonly Part[]): Statement<{ roundId: string; day: string; n: number }> {
  const parts = rows.flatMap((row) => row.parts);
  return {
    text: `with asked as (select part, part + platform.region_width(part) as hi from unnest($1::bigint[]) a(part))
           select keys[1] as "roundId", to_char(day, 'YYYY-MM-DD') as day, sum(n)::int as n from (
             select r.keys, r.day, r.n from asked a join kit.rollup r on r.tenant_no = kit.tenant() and r.name = 'prevention.census' and r.region_code = a.part
             union all
             select d.keys, d.day, d.n from asked a join kit.rollup_delta d on d.tenant_no = kit.tenant() and d.name = 'prevention.census' and d.region_code >= a.part and d.region_code < a.hi
           ) x where keys[2] in ('waiting', 'questioned', 'checked') and day > date '2000-01-01' group by 1, 2 having sum(n) <> 0 order by 2`,
    values: [parts],
  };
}
